import { BASE } from './base.ts'
import { workerContainer } from './container.ts'
import { NodeNotReadyError, WorkerRefusedError } from './errors.ts'
import type { SkipWaiting } from './messages.ts'
import { nodeOfWorker } from './node-of-worker.ts'
import { workerUrl } from './worker-url.ts'
import type { WorkerKind } from './worker-url.ts'

const ACTIVE_TIMEOUT_MS = 20_000

/**
 * Finds the worker that is there, or registers it in place of one without a node, and waits until it is
 * active: from then on it answers navigations.
 *
 * @param kind - asked where there is none yet
 * @returns that worker
 * @throws WorkersUnavailableError, WorkerRefusedError, NodeNotReadyError
 */
export async function installWorker (kind: () => Promise<WorkerKind> = async () => ({})): Promise<ServiceWorker> {
  const container = workerContainer()
  // another script's URL would be another version
  const present = await container.getRegistration(BASE).catch(() => undefined)
  const other = present?.active != null && await nodeOfWorker(present.active) === 'other'
  const registration = present?.active != null && !other ? present : await container.register(workerUrl({ script: `${BASE}sw.js`, ...await kind() }), { scope: BASE, updateViaCache: 'none' }).catch((cause: Error) => {
    throw new WorkerRefusedError(cause.message, { cause })
  })
  const worker = (other ? undefined : registration.active) ?? registration.waiting ?? registration.installing ?? registration.active
  if (worker == null) {
    throw new WorkerRefusedError('the browser returned no worker')
  }

  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => { reject(new NodeNotReadyError('the worker does not become active')) }, ACTIVE_TIMEOUT_MS)
    const check = (): void => {
      // nobody is asked: what it replaces has no node
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
