import { NodeNotReadyError } from '../protocol/errors.ts'
import { controller } from '../worker/controller.ts'
import { offerWebRtc } from '../worker/offer-webrtc.ts'
import { workerContainer } from '../worker/worker-container.ts'
import { isInWorker, readyInWorker } from './ready-in-worker.ts'
import { registering } from './register.ts'
import { takeOver } from './replace-worker.ts'
import { workerNode } from './worker-node.ts'

const READY_TIMEOUT_MS = 30_000
const ANSWER_TIMEOUT_MS = 5_000
/** Number of unanswered questions after which a worker counts as stuck, so that a node may take over from it. */
const MAX_SILENCES = 2

export interface ReadyOptions {
  /** total timeout; default 30 s */
  timeoutMs?: number
  signal?: AbortSignal
}

/**
 * Resolves when the node can be used: a worker controls this page and has answered with its version. Does not register
 * one, see `register()`. In a dedicated or shared worker it resolves when the node answers requests.
 *
 * @returns the worker's version
 * @throws NodeNotReadyError if that takes too long. Throws immediately if the worker that controls the page has no node
 *   and none is being installed, or if the node refuses this page; the message contains the reason.
 * @throws WorkersUnavailableError if the browser has no service workers
 * @example
 * ```ts
 * await register()
 * const { version } = await ready()
 * const id = await rpc<{ ID: string }>('id')
 * ```
 */
export async function ready (
  { timeoutMs = READY_TIMEOUT_MS, signal }: ReadyOptions = {}
): Promise<{ version: string }> {
  if (isInWorker()) {
    return await readyInWorker({ timeoutMs, signal })
  }

  const end = Date.now() + timeoutMs
  let silences = 0
  let last: ServiceWorker | undefined

  for (;;) {
    const left = end - Date.now()
    const worker = await controller({ timeoutMs: left, signal })
    const node = await workerNode(worker, { timeoutMs: Math.min(ANSWER_TIMEOUT_MS, left), signal })

    if (typeof node === 'object') {
      if (node.refused != null) {
        throw new NodeNotReadyError(`the node refuses this page: ${node.refused}`)
      }
      offerWebRtc()
      return { version: node.version }
    }

    silences = node === 'silent' ? (worker === last ? silences : 0) + 1 : 0
    last = worker

    // A message to a worker that is being replaced is lost, so ask its successor.
    if (
      (node === 'other' || silences >= MAX_SILENCES) && workerContainer().controller === worker &&
      !await hasSuccessor(worker, { end, signal }) && node === 'other'
    ) {
      throw new NodeNotReadyError(
        `the service worker that controls this page has no node (${worker.scriptURL}): register the worker ` +
          'of the node for this page, or unregister this one if its scope is nearer to the page'
      )
    }

    if (Date.now() >= end) {
      throw new NodeNotReadyError(
        node === 'other'
          ? `the service worker that controls this page has no node (${worker.scriptURL})`
          : `the worker does not answer (${worker.scriptURL})`
      )
    }
  }
}

/** Returns whether a node is about to replace a worker without one; lets it take over if it is installed. */
async function hasSuccessor (
  worker: ServiceWorker,
  { end, signal }: { end: number; signal: AbortSignal | undefined }
): Promise<boolean> {
  const container = workerContainer()
  const { current } = registering

  if (current != null) {
    await endsBefore(end, current)
    signal?.throwIfAborted()
    return true // `register` replaces such a worker itself; the next check finds no running call
  }

  const { installing, waiting, active } = await container.getRegistration() ?? {}

  if (waiting != null && typeof await workerNode(waiting, { signal }) === 'object') {
    await takeOver(waiting)
    return true
  }

  return installing != null || (active != null && active.scriptURL !== worker.scriptURL) ||
    container.controller !== worker
}

/** Waits until the work is settled, but not beyond a time. */
async function endsBefore (end: number, work: Promise<unknown>): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, end - Date.now())
    work.catch(() => {}).finally(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
