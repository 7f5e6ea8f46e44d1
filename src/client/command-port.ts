import { COMMAND } from '../port/command-call.ts'
import type { AnswerHead, CommandCall } from '../port/command-call.ts'
import type { PortCalls } from '../port/port-calls.ts'
import { chunkStream } from './chunk-stream.ts'
import type { CommandPortAnswer, CommandPortQuestion, Ping } from './messages.ts'
import { pagePort } from './page-port.ts'

/** A worker that was stopped has to start first. */
const ANSWER_TIMEOUT_MS = 10_000
/** A port is good for the next call for so long: browsers stop a worker, and its ports with it, 20 s and more after it was last needed. */
const REUSE_MS = 5000
const PING_INTERVAL_MS = 15_000

interface Port {
  worker: ServiceWorker
  /** its opening keeps the worker for the first call */
  isNew: boolean
  /** undefined where the worker gives none */
  calls: Promise<{ calls: PortCalls, lists: boolean } | undefined>
  active: number
  usedAt: number
}

/**
 * Calls commands of the worker by messages, with Blobs in place of a body: several times as fast as the body of a fetch, which the
 * browser copies from process to process. What is answered is what a fetch of the same would be.
 */
export class CommandPort {
  #port: Port | undefined

  /**
   * The answer to a call; its body comes as it is read, and leaving it ends the command.
   *
   * @param make - the call, for a worker that takes lists of files in packs, or does not
   * @returns undefined where no worker can be called so, and nothing was called: fetch tells what there is to tell
   * @throws the signal's reason; PortClosedError when the worker is stopped, or the page goes away
   */
  async call (make: (takes: { lists: boolean }) => Promise<CommandCall>, { signal }: { signal?: AbortSignal } = {}): Promise<Response | undefined> {
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

    // who comes meanwhile takes the newer one
    if (this.#port === last) {
      this.#port = { worker, calls: openPort(worker), isNew: true, active: 0, usedAt: performance.now() }
    }

    return this.#port!
  }

  /** The worker is kept while it is called. @returns the call has ended; of no effect the second time */
  #begin (port: Port, calls: PortCalls): () => void {
    const ping = (): void => { port.worker.postMessage({ type: 'ping' } satisfies Ping) }
    let ended = false

    if (!port.isNew) {
      ping()
    }

    port.isNew = false
    port.active++
    const timer = setInterval(ping, PING_INTERVAL_MS)

    return () => {
      if (ended) return
      ended = true
      clearInterval(timer)
      port.active--
      port.usedAt = performance.now()
      setTimeout(() => { if (port.active === 0 && performance.now() - port.usedAt >= REUSE_MS) calls.close() }, REUSE_MS)
    }
  }
}

/** The port of a worker, for as long as this page is there. */
async function openPort (worker: ServiceWorker): Promise<{ calls: PortCalls, lists: boolean } | undefined> {
  const { port1, port2 } = new MessageChannel()

  const answer = await new Promise<Partial<CommandPortAnswer> | null>((resolve) => {
    const timer = setTimeout(() => { resolve(null) }, ANSWER_TIMEOUT_MS)

    port1.onmessage = ({ data }: MessageEvent<Partial<CommandPortAnswer> | null>) => {
      clearTimeout(timer)
      resolve(data)
    }

    worker.postMessage({ type: 'command-port' } satisfies CommandPortQuestion, [port2])
  })

  port1.onmessage = null

  // a free lock says nothing of its worker: browsers give the one that comes after the data of the site was cleared locks of its own
  if (answer?.type !== 'command-port' || answer.accepted !== true || (answer.lock != null && !await isHeld(answer.lock))) {
    port1.close()
    return undefined
  }

  const closed = new AbortController()
  const calls = pagePort(port1, { onClose: () => { closed.abort() } })

  if (answer.lock != null) {
    // it is free when the worker has ended
    navigator.locks.request(answer.lock, { mode: 'shared', signal: closed.signal }, calls.close).catch(() => {})
  }

  return { calls, lists: answer.lists === true }
}

async function isHeld (lock: string): Promise<boolean> {
  return await navigator.locks.request(lock, { mode: 'shared', ifAvailable: true }, (got) => got == null).catch(() => false)
}
