import { PortClosedError } from './port-closed-error.ts'
import { toPortError } from './port-error.ts'
import { isPortMessage } from './port-message.ts'
import type { CallerMessage, ServerMessage } from './port-message.ts'

/** A caller with an open call pings several times in this while; one that is silent for so long is gone, whatever its port says. */
const SILENCE_MS = 60_000

/** One value of an answer. */
export interface PortValue {
  value: unknown
  /** what it costs the caller to hold it; little where left out */
  bytes?: number
  /** buffers and ports within the value that are given away */
  transfer?: Array<ArrayBuffer | MessagePort>
}

/** Answers a call by a stream of values, each made when the caller has room for it. */
export type CallHandler = (input: unknown, options: { signal: AbortSignal }) => AsyncIterable<PortValue>

export interface ServeCallsOptions {
  /** runs each call, so that whoever serves knows that it is in use */
  use?: (work: () => Promise<void>) => Promise<void>
  silenceMs?: number
  /** calls that may be open at once; one more is refused. No limit where it is left out: the caller is of our own making */
  maxCalls?: number
  /** a caller that sends more is cut off */
  maxMessagesPerSecond?: number
  /** told once when the port was closed, by whichever end */
  onClose?: () => void
}

interface Call {
  credit: number
  wake?: () => void
  controller: AbortController
}

/** A small value fills a caller's memory too. */
const LEAST_BYTES = 1024
/** What is sent and not read lies in the memory of the caller, and of the browser: no caller has room for more than this. */
const MOST_CREDIT_BYTES = 64 * 1024 * 1024
const SECOND_MS = 1000

/**
 * Answers calls that come through a port, until one of its ends closes or the caller has gone. An error ends its call alone and
 * crosses by name, words and status. A call ends by the caller's cancel as by its leaving: its signal aborts. A caller that
 * does not keep to the messages of `PortCalls` is cut off.
 *
 * @returns closes the port and ends the calls
 */
export function serveCalls (port: MessagePort, handlers: Record<string, CallHandler>, { use = async (work) => { await work() }, silenceMs = SILENCE_MS, maxCalls = Infinity, maxMessagesPerSecond = Infinity, onClose = () => {} }: ServeCallsOptions = {}): () => void {
  const calls = new Map<number, Call>()
  let closed = false
  let second = 0
  let messages = 0
  let heard = true
  let timer: ReturnType<typeof setInterval> | undefined

  const post = (message: ServerMessage, transfer: Transferable[] = []): void => { port.postMessage(message, transfer) }

  /** Ticks and not times: while a machine sleeps nobody is silent. */
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

  async function answer (id: number, handler: CallHandler, input: unknown, call: Call): Promise<void> {
    const { signal } = call.controller

    try {
      for await (const { value, bytes = 0, transfer } of handler(input, { signal })) {
        while (call.credit <= 0 && !signal.aborted) {
          await new Promise<void>((resolve) => { call.wake = resolve })
        }

        signal.throwIfAborted()
        const cost = Math.max(bytes, LEAST_BYTES)
        call.credit -= cost
        post({ type: 'value', id, value, bytes: cost }, transfer)
      }

      if (!signal.aborted) {
        post({ type: 'end', id })
      }
    } catch (err) {
      // who has left hears of nothing
      if (!signal.aborted) {
        post({ type: 'error', id, error: toPortError(err) })
      }
    } finally {
      forget(id)
    }
  }

  function start ({ id, method, input, credit }: Extract<CallerMessage, { type: 'call' }>): void {
    const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined

    if (handler == null) {
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
    use(async () => { await answer(id, handler, input, call) }).catch((err: unknown) => {
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
          end(call, new DOMException('the caller does not want it any more', 'AbortError'))
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
    calls.forEach((call) => { end(call, new PortClosedError()) })
    post({ type: 'bye' })
    port.close()
    onClose()
  }

  port.addEventListener('message', onMessage)
  // not in every browser: the others are found out by their silence
  port.addEventListener('close', close)
  port.start()
  return close
}

/** Whether a message is as `PortCalls` sends it: numbers are numbers, and no call has the number of one that is open. */
function isInOrder (message: CallerMessage, calls: ReadonlyMap<number, unknown>): boolean {
  switch (message.type) {
    case 'call':
      return Number.isSafeInteger(message.id) && !calls.has(message.id) && typeof message.method === 'string' && isRoom(message.credit)
    case 'credit':
      return isRoom(message.bytes)
    default:
      return true
  }
}

function isRoom (bytes: unknown): boolean {
  return typeof bytes === 'number' && bytes >= 0 && Number.isFinite(bytes)
}
