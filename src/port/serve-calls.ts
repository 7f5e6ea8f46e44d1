import { PortClosedError, toPortError } from './port-error.ts'
import { isPortMessage } from './port-message.ts'
import type { CallerMessage, ServerMessage } from './port-message.ts'

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
export function serveCalls (port: MessagePort, handlers: Record<string, CallHandler>, {
  use = async (work) => {
    await work()
  },
  silenceMs = SILENCE_MS,
  maxCalls = Infinity,
  maxRunning = Infinity,
  urgent = [],
  maxMessagesPerSecond = Infinity,
  onClose = () => {}
}: ServeCallsOptions = {}): () => void {
  const calls = new Map<number, Call>()
  /** calls that have room and wait for their turn, in order */
  const waiting = new Set<Call>()
  let running = 0
  let closed = false
  let second = 0
  let messages = 0
  let heard = true
  let timer: ReturnType<typeof setInterval> | undefined

  const post = (message: ServerMessage, transfer: Transferable[] = []): void => {
    port.postMessage(message, transfer)
  }

  /** Counts ticks, not time: a machine that sleeps is not a silent caller. */
  const listen = (): void => {
    heard = true
    timer ??= setInterval(() => {
      if (!heard) {
        close()
      }

      heard = false
    }, silenceMs)
  }

  const forget = (id: number): void => {
    calls.delete(id)

    if (calls.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }

  /**
   * Waits until the caller has room for a value, and until fewer than `maxRunning` calls run. Returns early if the call
   * ends.
   */
  async function takeTurn (call: Call, isUrgent: boolean): Promise<void> {
    while (!call.controller.signal.aborted && (call.credit <= 0 || (!isUrgent && running >= maxRunning))) {
      if (call.credit > 0) {
        waiting.add(call)
      }

      await new Promise<void>((resolve) => {
        call.wake = resolve
      })
      waiting.delete(call)
    }

    running++
  }

  function endTurn (): void {
    running--
    const [next] = waiting
    next?.wake?.()
  }

  async function answer (id: number, method: string, input: unknown, call: Call): Promise<void> {
    const { signal } = call.controller
    const isUrgent = urgent.includes(method)
    const values = handlers[method](input, { signal })[Symbol.asyncIterator]()
    await takeTurn(call, isUrgent)

    try {
      for (;;) {
        // No value is made before there is room for it: calls of slow readers hold no memory.
        if (call.credit <= 0) {
          endTurn()
          await takeTurn(call, isUrgent)
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
        post({ type: 'value', id, value, bytes: cost }, transfer)
      }

      post({ type: 'end', id })
    } catch (err) {
      // A caller that has left gets no message.
      if (!signal.aborted) {
        post({ type: 'error', id, error: toPortError(err) })
      }
    } finally {
      endTurn()
      forget(id)
      await values.return?.()
    }
  }

  function start ({ id, method, input, credit }: Extract<CallerMessage, { type: 'call' }>): void {
    if (!Object.hasOwn(handlers, method)) {
      post({ type: 'error', id, error: { name: 'UnknownCallError', message: `nothing here answers to ${method}` } })
      return
    }

    if (calls.size >= maxCalls) {
      post({ type: 'error', id, error: { name: 'TooManyCallsError', message: `more than ${maxCalls} calls at once` } })
      return
    }

    const call: Call = { credit: Math.min(credit, MOST_CREDIT_BYTES), controller: new AbortController() }
    calls.set(id, call)
    listen()
    use(async () => {
      await answer(id, method, input, call)
    }).catch((err: unknown) => {
      forget(id)
      post({ type: 'error', id, error: toPortError(err) })
    })
  }

  function end (call: Call, reason: unknown): void {
    call.controller.abort(reason)
    call.wake?.()
  }

  const onMessage = ({ data }: MessageEvent<unknown>): void => {
    if (isFlood()) {
      close()
      return
    }

    if (!isPortMessage<CallerMessage>(data)) {
      return
    }

    if (!isInOrder(data, calls)) {
      close()
      return
    }

    heard = true

    switch (data.type) {
      case 'call':
        start(data)
        break
      case 'credit': {
        const call = calls.get(data.id)

        if (call != null) {
          call.credit = Math.min(call.credit + data.bytes, MOST_CREDIT_BYTES)
          call.wake?.()
        }

        break
      }
      case 'cancel': {
        const call = calls.get(data.id)

        if (call != null) {
          end(call, new DOMException('the caller has cancelled the call', 'AbortError'))
        }

        break
      }
      case 'ping':
        post({ type: 'pong' })
        break
      case 'bye':
        close()
    }
  }

  function isFlood (): boolean {
    const now = Math.floor(Date.now() / SECOND_MS)
    messages = now === second ? messages + 1 : 1
    second = now
    return messages > maxMessagesPerSecond
  }

  const close = (): void => {
    if (closed) {
      return
    }

    closed = true
    port.removeEventListener('message', onMessage)
    port.removeEventListener('close', close)
    clearInterval(timer)
    calls.forEach((call) => {
      end(call, new PortClosedError())
    })
    post({ type: 'bye' })
    port.close()
    onClose()
  }

  port.addEventListener('message', onMessage)
  // Not in every browser. In the others the silence of the caller reveals its end.
  port.addEventListener('close', close)
  port.start()
  return close
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
