import { COMMAND } from '../../port/command-call.ts'
import type { AnswerHead, CommandCall } from '../../port/command-call.ts'
import type { PortCalls } from '../../port/port-calls.ts'
import { chunkStream } from '../body/chunk-stream.ts'
import type { CommandPortAnswer, CommandPortQuestion, Ping } from '../protocol/messages.ts'
import { pagePort } from '../worker/page-port.ts'

/** Timeout of the worker's answer; a stopped worker must start first. */
const ANSWER_TIMEOUT_MS = 10_000
/**
 * Time for which an idle port is reused. Browsers stop a worker and its ports 20 s or more after it was last needed.
 */
const REUSE_MS = 5000
const PING_INTERVAL_MS = 15_000

interface Port {
  worker: ServiceWorker
  /** whether the port was just opened, which keeps the worker alive for the first call */
  isNew: boolean
  /** undefined if the worker refuses a port */
  calls: Promise<{ calls: PortCalls; lists: boolean } | undefined>
  active: number
  usedAt: number
}

/**
 * Calls commands of the worker by messages, with Blobs instead of a body. That is several times as fast as a fetch
 * body, which the browser copies between processes. The answer is the same as for a fetch.
 */
export class CommandPort {
  #port: Port | undefined

  /**
   * Calls a command. The body of the answer is streamed; cancelling it cancels the command.
   *
   * @param make - makes the call, for a worker that does or does not take lists of files
   * @returns undefined if no port is available and nothing was sent; a fetch then reports the reason
   * @throws the signal's reason
   * @throws PortClosedError if the worker is stopped, or the page is closed
   */
  async call (
    make: (takes: { lists: boolean }) => Promise<CommandCall>,
    { signal }: { signal?: AbortSignal } = {}
  ): Promise<Response | undefined> {
    const worker = globalThis.navigator?.serviceWorker?.controller
    const port = worker == null ? undefined : await this.#portOf(worker)
    const open = await port?.calls
    signal?.throwIfAborted()

    if (port == null || open == null) {
      return undefined
    }

    const end = this.#begin(port, open.calls)

    try {
      const values = open.calls.stream<AnswerHead | Uint8Array<ArrayBuffer>>(COMMAND, await make(open), { signal })
      const { value } = await values.next()
      const { status, headers } = value as AnswerHead
      return new Response(chunkStream(values as AsyncGenerator<Uint8Array<ArrayBuffer>>, end), { status, headers })
    } catch (err) {
      end()
      throw err
    }
  }

  async #portOf (worker: ServiceWorker): Promise<Port> {
    const last = this.#port

    if (last?.worker === worker) {
      const open = await last.calls

      if (open == null || (open.calls.open && (last.active > 0 || performance.now() - last.usedAt < REUSE_MS))) {
        return last
      }
    }

    // Concurrent callers share the newer port.
    if (this.#port === last) {
      this.#port = { worker, calls: openPort(worker), isNew: true, active: 0, usedAt: performance.now() }
    }

    return this.#port!
  }

  /**
   * Keeps the worker alive during a call.
   *
   * @returns an idempotent function that ends the call
   */
  #begin (port: Port, calls: PortCalls): () => void {
    const ping = (): void => {
      port.worker.postMessage({ type: 'ping' } satisfies Ping)
    }
    let ended = false

    if (!port.isNew) {
      ping()
    }

    port.isNew = false
    port.active++
    const timer = setInterval(ping, PING_INTERVAL_MS)

    return () => {
      if (ended) {
        return
      }
      ended = true
      clearInterval(timer)
      port.active--
      port.usedAt = performance.now()
      setTimeout(() => {
        if (port.active === 0 && performance.now() - port.usedAt >= REUSE_MS) {
          calls.close()
        }
      }, REUSE_MS)
    }
  }
}

/** Opens a port to a worker, for as long as this page exists. */
async function openPort (worker: ServiceWorker): Promise<{ calls: PortCalls; lists: boolean } | undefined> {
  const { port1, port2 } = new MessageChannel()

  const answer = await new Promise<Partial<CommandPortAnswer> | null>((resolve) => {
    const timer = setTimeout(() => {
      resolve(null)
    }, ANSWER_TIMEOUT_MS)

    port1.onmessage = ({ data }: MessageEvent<Partial<CommandPortAnswer> | null>) => {
      clearTimeout(timer)
      resolve(data)
    }

    worker.postMessage({ type: 'command-port' } satisfies CommandPortQuestion, [port2])
  })

  port1.onmessage = null

  // A lock that is free proves nothing about its worker: after site data was cleared, browsers give the next worker
  // separate locks.
  if (
    answer?.type !== 'command-port' || answer.accepted !== true || (answer.lock != null && !await isHeld(answer.lock))
  ) {
    port1.close()
    return undefined
  }

  const closed = new AbortController()
  const calls = pagePort(port1, {
    onClose: () => {
      closed.abort()
    }
  })

  if (answer.lock != null) {
    // The lock is granted when the worker has ended.
    navigator.locks.request(answer.lock, { mode: 'shared', signal: closed.signal }, calls.close).catch(() => {})
  }

  return { calls, lists: answer.lists === true }
}

async function isHeld (lock: string): Promise<boolean> {
  return await navigator.locks.request(lock, { mode: 'shared', ifAvailable: true }, (got) => got == null).catch(() =>
    false
  )
}
