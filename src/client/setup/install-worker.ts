import { BASE } from '../protocol/base.ts'
import { NodeNotReadyError, WorkerRefusedError } from '../protocol/errors.ts'
import type { SkipWaiting } from '../protocol/messages.ts'
import { workerContainer } from '../worker/worker-container.ts'
import { workerUrl } from '../worker/worker-url.ts'
import type { WorkerKind } from '../worker/worker-url.ts'
import { workerNode } from './worker-node.ts'

const ACTIVE_TIMEOUT_MS = 20_000

/**
 * Finds the existing worker, or registers a new one, also in place of a worker without a node. Waits until it is active
 * and can answer navigations.
 *
 * @param kind - returns the options of a new worker; called only if there is none yet
 * @param options.isSite - whether this is an origin of a site; workers of sites have no node
 * @returns that worker
 * @throws WorkersUnavailableError if the browser has no service workers
 * @throws WorkerRefusedError if the browser refuses the script
 * @throws NodeNotReadyError if the worker is not ready in time
 */
export async function installWorker (
  kind: () => Promise<WorkerKind> = async () => ({}),
  { isSite = false }: { isSite?: boolean } = {}
): Promise<ServiceWorker> {
  const container = workerContainer()
  // Another script URL would count as another version.
  const present = await container.getRegistration(BASE).catch(() => undefined)
  const other = !isSite && present?.active != null && await workerNode(present.active) === 'other'
  const registration = present?.active != null && !other
    ? present
    : await container.register(workerUrl({ script: `${BASE}sw.js`, ...await kind() }), {
      scope: BASE,
      updateViaCache: 'none'
    }).catch((cause: Error) => {
      throw new WorkerRefusedError(cause.message, { cause })
    })
  const worker = (other ? undefined : registration.active) ?? registration.waiting ?? registration.installing ??
    registration.active
  if (worker == null) {
    throw new WorkerRefusedError('the browser returned no worker')
  }

  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new NodeNotReadyError('the worker does not become active'))
    }, ACTIVE_TIMEOUT_MS)
    const check = (): void => {
      // No consent is needed: the replaced worker has no node.
      if (other && worker.state === 'installed') {
        worker.postMessage({ type: 'skip-waiting' } satisfies SkipWaiting)
      }

      if (worker.state === 'activated') {
        clearTimeout(timer)
        resolve()
      } else if (worker.state === 'redundant') {
        clearTimeout(timer)
        reject(new WorkerRefusedError('its installation failed'))
      }
    }
    worker.addEventListener('statechange', check)
    check()
  })

  return worker
}
