import { PortClosedError, toPortError } from './port-error.ts'
import { isPortMessage } from './port-message.ts'
import type { CallerMessage, PortError, ServerMessage } from './port-message.ts'

/**
 * Time after which a silent caller is treated as gone, even if its port reports nothing. A caller with an open call
 * pings several times in this time.
 */
const SILENCE_MS = 60_000

/** One value of an answer. */
export interface PortValue {
  value: unknown
  /** memory that it takes at the caller; a minimum by default */
  bytes?: number
  /** buffers and ports within the value that are transferred */
  transfer?: Array<ArrayBuffer | MessagePort>
}

/** Answers a call with a stream of values. The next value is made when the caller has room for it. */
export type CallHandler = (input: unknown, options: { signal: AbortSignal }) => AsyncIterable<PortValue>

export interface ServeCallsOptions {
  /** runs each call, so that the server knows when it is in use */
  use?: (work: () => Promise<void>) => Promise<void>
  silenceMs?: number
  /**
   * Maximum open calls, running or waiting. Further calls are refused; a caller that limits itself never reaches this.
   * No limit by default.
   */
  maxCalls?: number
  /**
   * Maximum running calls. Others wait for their turn, and so does a call whose caller has no room for a value. No
   * limit by default.
   */
  maxRunning?: number
  /** Methods whose calls never wait for others: cheap ones, with which a caller checks whether this end is alive. */
  urgent?: readonly string[]
  /** a caller that sends more is disconnected */
  maxMessagesPerSecond?: number
  /** called once when the port was closed, by either end */
  onClose?: () => void
}

interface Call {
  credit: number
  /** continues a call that waits for room or for its turn */
  wake?: () => void
  controller: AbortController
}

/** Minimum that is counted for a value: a small one takes memory of the caller too. */
const LEAST_BYTES = 1024
/** Maximum credit of a caller. Values that were sent and not read take memory of the caller and of the browser. */
const MOST_CREDIT_BYTES = 64 * 1024 * 1024
const SECOND_MS = 1000

/**
 * Answers calls that arrive through a port, until one of its ends closes or the caller is gone. An error ends only its
 * call, and is sent with name, message and status. A call ends if the caller cancels it or leaves: its signal aborts. A
 * caller that violates the protocol of `PortCalls` is disconnected. Calls beyond `maxRunning` wait in order.
 *
 * @returns closes the port and ends the calls
 */
export function serveCalls (
  port: MessagePort,
  handlers: Record<string, CallHandler>,
  options: ServeCallsOptions = {}
): () => void {
  const server = new CallServer(port, handlers, options)
  return () => {
    server.close()
  }
}

class CallServer {
  readonly #port: MessagePort
  readonly #handlers: Record<string, CallHandler>
  readonly #options: ServeCallsOptions
  readonly #calls = new Map<number, Call>()
  readonly #turns: Turns
  readonly #rate: MessageRate
  #closed = false
  #heard = true
  #timer: ReturnType<typeof setInterval> | undefined

  constructor (port: MessagePort, handlers: Record<string, CallHandler>, options: ServeCallsOptions) {
    this.#port = port
    this.#handlers = handlers
    this.#options = options
    this.#turns = new Turns(options.maxRunning ?? Infinity)
    this.#rate = new MessageRate(options.maxMessagesPerSecond ?? Infinity)
    port.addEventListener('message', this.#onMessage)
    // Not in every browser. In the others the silence of the caller reveals its end.
    port.addEventListener('close', this.close)
    port.start()
  }

  readonly close = (): void => {
    if (this.#closed) {
      return
    }

    this.#closed = true
    this.#port.removeEventListener('message', this.#onMessage)
    this.#port.removeEventListener('close', this.close)
    clearInterval(this.#timer)
    this.#calls.forEach((call) => {
      endCall(call, new PortClosedError())
    })
    this.#post({ type: 'bye' })
    this.#port.close()
    this.#options.onClose?.()
  }

  readonly #onMessage = ({ data }: MessageEvent<unknown>): void => {
    if (this.#rate.isExceeded()) {
      this.close()
      return
    }

    if (!isPortMessage<CallerMessage>(data)) {
      return
    }

    if (!isInOrder(data, this.#calls)) {
      this.close()
      return
    }

    this.#heard = true
    this.#take(data)
  }

  #take (message: CallerMessage): void {
    switch (message.type) {
      case 'call':
        this.#start(message)
        break
      case 'credit': {
        const call = this.#calls.get(message.id)

        if (call != null) {
          call.credit = Math.min(call.credit + message.bytes, MOST_CREDIT_BYTES)
          call.wake?.()
        }

        break
      }
      case 'cancel': {
        const call = this.#calls.get(message.id)

        if (call != null) {
          endCall(call, new DOMException('the caller has cancelled the call', 'AbortError'))
        }

        break
      }
      case 'ping':
        this.#post({ type: 'pong' })
        break
      case 'bye':
        this.close()
    }
  }

  #post (message: ServerMessage, transfer: Transferable[] = []): void {
    this.#port.postMessage(message, transfer)
  }

  #fail (id: number, error: PortError): void {
    this.#post({ type: 'error', id, error })
  }

  #start ({ id, method, input, credit }: Extract<CallerMessage, { type: 'call' }>): void {
    const { use, maxCalls = Infinity } = this.#options

    if (!Object.hasOwn(this.#handlers, method)) {
      this.#fail(id, { name: 'UnknownCallError', message: `nothing here answers to ${method}` })
      return
    }

    if (this.#calls.size >= maxCalls) {
      this.#fail(id, { name: 'TooManyCallsError', message: `more than ${maxCalls} calls at once` })
      return
    }

    const call: Call = { credit: Math.min(credit, MOST_CREDIT_BYTES), controller: new AbortController() }
    const work = async (): Promise<void> => {
      await this.#answer(id, method, input, call)
    }
    this.#calls.set(id, call)
    this.#watch()
    const answered = use == null ? work() : use(work)
    answered.catch((err: unknown) => {
      this.#forget(id)
      this.#fail(id, toPortError(err))
    })
  }

  async #answer (id: number, method: string, input: unknown, call: Call): Promise<void> {
    const { signal } = call.controller
    const isUrgent = this.#options.urgent?.includes(method) === true
    const values = this.#handlers[method](input, { signal })[Symbol.asyncIterator]()
    await this.#turns.take(call, isUrgent)

    try {
      for (;;) {
        // No value is made before there is room for it: calls of slow readers hold no memory.
        if (call.credit <= 0) {
          this.#turns.end()
          await this.#turns.take(call, isUrgent)
        }

        signal.throwIfAborted()
        const { done, value: made } = await values.next()
        signal.throwIfAborted()

        if (done === true) {
          break
        }

        const { value, bytes = 0, transfer } = made
        const cost = Math.max(bytes, LEAST_BYTES)
        call.credit -= cost
        this.#post({ type: 'value', id, value, bytes: cost }, transfer)
      }

      this.#post({ type: 'end', id })
    } catch (err) {
      // A caller that has left gets no message.
      if (!signal.aborted) {
        this.#fail(id, toPortError(err))
      }
    } finally {
      this.#turns.end()
      this.#forget(id)
      await values.return?.()
    }
  }

  /** Closes the port of a silent caller. Counts ticks, not time: a machine that sleeps is not a silent caller. */
  #watch (): void {
    this.#heard = true
    this.#timer ??= setInterval(() => {
      if (!this.#heard) {
        this.close()
      }

      this.#heard = false
    }, this.#options.silenceMs ?? SILENCE_MS)
  }

  #forget (id: number): void {
    this.#calls.delete(id)

    if (this.#calls.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }
}

function endCall (call: Call, reason: unknown): void {
  call.controller.abort(reason)
  call.wake?.()
}

/** Limits how many calls run. */
class Turns {
  readonly #most: number
  /** calls that have room and wait for their turn, in order */
  readonly #waiting = new Set<Call>()
  #running = 0

  constructor (most: number) {
    this.#most = most
  }

  /**
   * Waits until the caller has room for a value, and until fewer than the maximum of calls run. Returns early if the
   * call ends.
   */
  async take (call: Call, isUrgent: boolean): Promise<void> {
    const { signal } = call.controller

    while (!signal.aborted && (call.credit <= 0 || (!isUrgent && this.#running >= this.#most))) {
      if (call.credit > 0) {
        this.#waiting.add(call)
      }

      await new Promise<void>((resolve) => {
        call.wake = resolve
      })
      this.#waiting.delete(call)
    }

    this.#running++
  }

  end (): void {
    this.#running--
    const [next] = this.#waiting
    next?.wake?.()
  }
}

/** Counts the messages of each second. */
class MessageRate {
  readonly #most: number
  #second = 0
  #messages = 0

  constructor (most: number) {
    this.#most = most
  }

  /** Counts a message, and returns whether there were too many in this second. */
  isExceeded (): boolean {
    const now = Math.floor(Date.now() / SECOND_MS)
    this.#messages = now === this.#second ? this.#messages + 1 : 1
    this.#second = now
    return this.#messages > this.#most
  }
}

/**
 * Returns whether a message follows the protocol of `PortCalls`: numbers are numbers, and no new call has the number of
 * an open one.
 */
function isInOrder (message: CallerMessage, calls: ReadonlyMap<number, unknown>): boolean {
  switch (message.type) {
    case 'call':
      return Number.isSafeInteger(message.id) && !calls.has(message.id) && typeof message.method === 'string' &&
        isRoom(message.credit)
    case 'credit':
      return isRoom(message.bytes)
    default:
      return true
  }
}

function isRoom (bytes: unknown): boolean {
  return typeof bytes === 'number' && bytes >= 0 && Number.isFinite(bytes)
}
