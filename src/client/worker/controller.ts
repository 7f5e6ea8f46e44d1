import { NodeNotReadyError } from '../protocol/errors.ts'
import type { ClaimRequest } from '../protocol/messages.ts'
import { answerPings } from './answer-pings.ts'
import { workerContainer } from './worker-container.ts'

/**
 * Returns the worker that controls this page, or waits for one.
 *
 * After a hard reload (shift) the active worker does not control the page and no event will change that, so the worker
 * is asked to claim it.
 *
 * @throws NodeNotReadyError after `timeoutMs`; the message distinguishes an origin without a worker from a page that
 *   its worker does not control
 */
export async function controller (
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal }
): Promise<ServiceWorker> {
  const container = workerContainer()
  answerPings()
  signal?.throwIfAborted()
  if (container.controller != null) {
    return container.controller
  }

  return await new Promise<ServiceWorker>((resolve, reject) => {
    const done = new AbortController()
    const fail = (err: unknown): void => {
      done.abort()
      reject(err)
    }
    const check = (): void => {
      if (container.controller != null) {
        done.abort()
        resolve(container.controller)
      }
    }
    let serves = false
    const timer = setTimeout(() => {
      fail(
        new NodeNotReadyError(
          serves
            ? 'no worker controls this page'
            : 'no worker serves this page: register one, with a scope that this page lies in'
        )
      )
    }, timeoutMs)

    done.signal.addEventListener('abort', () => {
      clearTimeout(timer)
    })
    container.addEventListener('controllerchange', check, { signal: done.signal })
    signal?.addEventListener('abort', () => {
      fail(signal.reason)
    }, { signal: done.signal })

    // Resolves once a worker is active; never rejects.
    void container.ready.then(({ active }) => {
      serves = true
      check()
      if (!done.signal.aborted) {
        active?.postMessage({ type: 'claim' } satisfies ClaimRequest)
      }
    })
  })
}
