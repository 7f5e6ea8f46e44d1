import { isError } from '../../errors/define-error.ts'
import { NodeNotReadyError } from '../protocol/errors.ts'
import type { VersionAnswer } from '../protocol/messages.ts'
import { askWorker, OtherWorkerError } from '../worker/ask-worker.ts'

const ANSWER_TIMEOUT_MS = 5000
/** Time within which a running node answers. */
const GRACE_MS = 500
/** Time after an event by which a worker has certainly received an earlier message. */
const AFTER_EVENT_MS = 1000
/** A release and a hash of the content. A worker of another kind may answer the question with a version of its own. */
const NODE_VERSION = /^\d[\w.+-]*-[\da-f]+$/

/**
 * The version of the node; `other` for a worker without a node; `silent` if the worker did not answer in time, and may
 * not have started.
 */
export type WorkerNode = VersionAnswer | 'other' | 'silent'

interface HasNodeOptions {
  /** timeout for a worker that does not control this page; default 5 s */
  timeoutMs?: number
  signal?: AbortSignal
}

/**
 * Asks a worker whether it has a node. Every version of the node answers the version question.
 *
 * A stopped worker takes a while to start, so silence alone proves nothing. If the worker controls this page, a request
 * of the page starts it and shows when it runs: a worker that received the request, and does not answer the question,
 * has no node.
 */
export async function workerNode (
  worker: ServiceWorker,
  { timeoutMs = ANSWER_TIMEOUT_MS, signal }: HasNodeOptions = {}
): Promise<WorkerNode> {
  const ended = new AbortController()
  const asked = askWorker(worker, { type: 'version' }, { timeoutMs: Math.max(1, timeoutMs), signal })

  try {
    return await Promise.race([
      asked.then((answer) => isNodeVersion(answer) ? answer : 'other'),
      ...globalThis.navigator?.serviceWorker?.controller === worker ? [afterEvent(worker, ended.signal)] : []
    ])
  } catch (err) {
    signal?.throwIfAborted()
    if (!isError(err, NodeNotReadyError)) {
      throw err
    }
    return err instanceof OtherWorkerError ? 'other' : 'silent'
  } finally {
    ended.abort()
    asked.catch(() => {})
  }
}

function isNodeVersion ({ version }: { version?: unknown }): boolean {
  return typeof version === 'string' && NODE_VERSION.test(version)
}

async function afterEvent ({ scriptURL }: ServiceWorker, signal: AbortSignal): Promise<'other'> {
  // A running node has answered by then, and the request is not needed.
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, GRACE_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

  if (!signal.aborted) {
    // The worker sees the request before the host does; the answer does not matter.
    await fetch(scriptURL, { method: 'HEAD', cache: 'no-store', signal }).catch(() => {})
  }

  return await new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve('other')
    }, AFTER_EVENT_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
    })
    if (signal.aborted) {
      clearTimeout(timer)
    }
  })
}
