import { isError } from '../../errors/define-error.ts'
import { VERSION_HEADER } from '../protocol/answer-headers.ts'
import { NodeNotReadyError, RpcError } from '../protocol/errors.ts'

const ASK_AGAIN_MS = 250

interface WorkerReadyOptions {
  timeoutMs: number
  signal?: AbortSignal
}

/**
 * Whether this script runs in a dedicated or shared worker. They have no `navigator.serviceWorker`, but the node
 * receives their requests.
 */
export function isInWorker (): boolean {
  const scope = (globalThis as { WorkerGlobalScope?: abstract new() => object }).WorkerGlobalScope
  return scope != null && globalThis instanceof scope && globalThis.navigator?.serviceWorker == null
}

/**
 * Resolves when the node answers requests of this worker.
 *
 * @throws NodeNotReadyError if it does not answer in time, or refuses this worker
 */
export async function readyInWorker ({ timeoutMs, signal }: WorkerReadyOptions): Promise<{ version: string }> {
  const end = Date.now() + timeoutMs
  let reason = ''

  for (;;) {
    try {
      const response = await fetch('/api/v0/version', { method: 'POST', signal })
      const text = await response.text()
      const version = response.headers.get(VERSION_HEADER)

      if (version != null && response.ok) {
        return { version }
      }

      if (version != null && response.status === 403) {
        throw new RpcError(text.trim(), response.status)
      }

      reason = `HTTP ${response.status}${version == null ? ' of the host' : ''}`
    } catch (err) {
      signal?.throwIfAborted()
      if (isError(err, RpcError)) {
        throw new NodeNotReadyError(`the node refuses this worker: ${(err as Error).message}`)
      }
      reason = (err as Error).message
    }

    if (Date.now() >= end) {
      throw new NodeNotReadyError(
        `no node answers the requests of this worker (${reason}): its page has to register one, and to be ` +
          'controlled by it'
      )
    }

    await new Promise((resolve) => {
      setTimeout(resolve, Math.min(ASK_AGAIN_MS, Math.max(1, end - Date.now())))
    })
    signal?.throwIfAborted()
  }
}
