import { AbortListeners } from '../async/signals/abort-listeners.ts'
import { fromPortError, PortClosedError } from './port-error.ts'
import { isPortMessage } from './port-message.ts'
import type { CallerMessage, ServerMessage } from './port-message.ts'

/** Maximum bytes that are on their way to one call or wait there: a few of the largest usual blocks. */
const WINDOW_BYTES = 4 * 1024 * 1024
/** Credit is returned in few messages. */
const CREDIT_STEP_BYTES = WINDOW_BYTES / 4
const PING_INTERVAL_MS = 10_000
/** Number of silent intervals after which the other end counts as gone. A busy page or worker answers late. */
const SILENT_INTERVALS = 3

export interface PortCallsOptions {
  pingIntervalMs?: number
  /** Maximum open calls. Others wait until one ends. No limit by default. */
  maxCalls?: number
  /** called once when no more calls can be made */
  onClose?: () => void
}

export interface CallOptions {
  signal?: AbortSignal
  /** whether the call starts without waiting for others */
  urgent?: boolean
}

interface Call {
  values: Array<{ value: unknown; bytes: number }>
  /** counts towards `maxCalls` */
  hasPlace: boolean
  end?: { error?: Error }
  wake?: () => void
}

/**
 * The calling end of a port whose other end is `serveCalls`. Results are streamed with backpressure: at most a window
 * of bytes waits for a slow reader, and leaving the stream cancels the work. If the other end closes or dies, every
 * call throws `PortClosedError`.
 *
 * @example
 * ```ts
 * const calls = new PortCalls(port)
 * const response = await handleGateway(request, portGateway(calls))
 * calls.close()
 * ```
 */
export class PortCalls {
  readonly #port: MessagePort
  readonly #pingIntervalMs: number
  readonly #onClose: () => void
  readonly #calls = new Map<number, Call>()
  readonly #listeners = new AbortListeners()
  readonly #maxCalls: number
  /** start the calls that wait for a place, in order */
  readonly #queue = new Set<() => void>()
  #taken = 0
  /** closes with the last call */
  #retired = false
  #nextId = 1
  #closed = false
  #silent = 0
  #timer: ReturnType<typeof setInterval> | undefined

  constructor (
    port: MessagePort,
    { pingIntervalMs = PING_INTERVAL_MS, maxCalls = Infinity, onClose = () => {} }: PortCallsOptions = {}
  ) {
    this.#port = port
    this.#onClose = onClose
    this.#maxCalls = maxCalls
    this.#pingIntervalMs = pingIntervalMs
    port.addEventListener('message', this.#onMessage)
    // Not in every browser. In the others the silence of the other end reveals its end.
    port.addEventListener('close', this.close)
    port.start()
  }

  /** Whether calls can still be made. */
  get open (): boolean {
    return !this.#closed && !this.#retired
  }

  /**
   * Yields the values of an answer as they arrive.
   *
   * @throws the error of the other end with its name, PortClosedError, or the signal's reason
   */
  async *stream<T> (method: string, input: unknown, { signal, urgent = false }: CallOptions = {}): AsyncGenerator<T> {
    signal?.throwIfAborted()

    if (!urgent) {
      await this.#takePlace(signal)
    }

    const { id, call } = this.#start(method, input, !urgent)
    const unlisten = signal == null ? undefined : this.#listeners.add(signal, () => {
      endCall(call, signal.reason as Error)
    })
    let owed = 0

    try {
      for (;;) {
        const next = call.values.shift()

        if (next != null) {
          yield next.value as T
          owed += next.bytes

          if (owed >= CREDIT_STEP_BYTES && call.end == null) {
            this.#post({ type: 'credit', id, bytes: owed })
            owed = 0
          }
        } else if (call.end != null) {
          break
        } else {
          await new Promise<void>((resolve) => {
            call.wake = resolve
          })
        }

        signal?.throwIfAborted()
      }
    } finally {
      unlisten?.()
      this.#finish(id, call)
    }

    if (call.end?.error != null) {
      throw call.end.error
    }
  }

  /**
   * Returns the first value of an answer.
   *
   * @throws as `stream`; an Error if there is no value
   */
  async once<T> (method: string, input: unknown, options?: CallOptions): Promise<T> {
    let first: { value: T } | undefined

    // To the end, which arrives with the value. Leaving earlier would cost a message.
    for await (const value of this.stream<T>(method, input, options)) {
      first ??= { value }
    }

    if (first == null) {
      throw new Error(`${method} was answered without a value`)
    }

    return first.value
  }

  /** Ends all calls and informs the other end. */
  readonly close = (): void => {
    if (!this.#closed) {
      this.#closed = true
      clearInterval(this.#timer)
      this.#port.removeEventListener('message', this.#onMessage)
      this.#port.removeEventListener('close', this.close)
      this.#post({ type: 'bye' })
      this.#port.close()
      this.#calls.forEach((call) => {
        endCall(call, new PortClosedError())
      })
      this.#emptyQueue()
      this.#onClose()
    }
  }

  /**
   * Accepts no more calls, and closes when the open ones have ended. Calls that wait for a place fail with
   * `PortClosedError`.
   */
  retire (): void {
    this.#retired = true
    this.#emptyQueue()

    if (this.#calls.size === 0) {
      this.close()
    }
  }

  /** Waits for a place, in order. Returns without one if no more calls can be made. */
  async #takePlace (signal: AbortSignal | undefined): Promise<void> {
    if (!this.open || this.#taken < this.#maxCalls) {
      this.#taken++
      return
    }

    await new Promise<void>((resolve, reject) => {
      const wake = (): void => {
        unlisten?.()
        resolve()
      }

      const unlisten = signal == null ? undefined : this.#listeners.add(signal, () => {
        this.#queue.delete(wake)
        reject(signal.reason as Error)
      })

      this.#queue.add(wake)
    })
  }

  #givePlace (): void {
    const [next] = this.#queue

    if (next == null) {
      this.#taken--
    } else {
      this.#queue.delete(next)
      next()
    }
  }

  /** Wakes the calls that wait for a place, since no more calls can be made. */
  #emptyQueue (): void {
    this.#queue.forEach((wake) => {
      wake()
    })
    this.#queue.clear()
  }

  #start (method: string, input: unknown, hasPlace: boolean): { id: number; call: Call } {
    if (!this.open) {
      throw new PortClosedError()
    }

    const id = this.#nextId++
    const call: Call = { values: [], hasPlace }
    this.#calls.set(id, call)

    try {
      this.#post({ type: 'call', id, method, input, credit: WINDOW_BYTES })
    } catch (err) {
      this.#forget(id)
      throw err
    }

    this.#watch()
    return { id, call }
  }

  #finish (id: number, call: Call): void {
    if (call.end == null || this.#calls.has(id)) {
      this.#post({ type: 'cancel', id })
    }

    this.#forget(id)
  }

  #forget (id: number): void {
    const call = this.#calls.get(id)
    this.#calls.delete(id)

    if (call?.hasPlace === true) {
      this.#givePlace()
    }

    if (this.#calls.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined

      if (this.#retired) {
        this.close()
      }
    }
  }

  /** Counts intervals, not time: a machine that sleeps is not a silent end. */
  #watch (): void {
    if (this.#timer != null) {
      return
    }

    this.#silent = 0
    this.#timer = setInterval(() => {
      if (++this.#silent > SILENT_INTERVALS) {
        this.close()
      } else {
        this.#post({ type: 'ping' })
      }
    }, this.#pingIntervalMs)
  }

  #post (message: CallerMessage): void {
    this.#port.postMessage(message)
  }

  readonly #onMessage = ({ data }: MessageEvent<unknown>): void => {
    if (!isPortMessage<ServerMessage>(data)) {
      return
    }

    this.#silent = 0

    if (data.type === 'bye') {
      this.close()
      return
    }

    const call = data.type === 'pong' ? undefined : this.#calls.get(data.id)

    if (call == null || data.type === 'pong') {
      return // a message for a call that has already ended at this end
    }

    if (data.type === 'value') {
      call.values.push(data)
      call.wake?.()
    } else {
      this.#forget(data.id)
      endCall(call, data.type === 'error' ? fromPortError(data.error) : undefined)
    }
  }
}

/** Ends a call after the values that have arrived. */
function endCall (call: Call, error: Error | undefined): void {
  call.end ??= { error }
  call.wake?.()
}
