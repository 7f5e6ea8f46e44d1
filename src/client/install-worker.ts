import { workerContainer } from './container.ts'
import { NodeNotReadyError, WorkerRefusedError } from './errors.ts'
import { workerUrl } from './worker-url.ts'

const ACTIVE_TIMEOUT_MS = 20_000

/**
 * Registers the worker, or finds the one that is there, and waits until it is
 * active: from then on it answers navigations.
 *
 * @returns that worker
 * @throws WorkersUnavailableError, WorkerRefusedError, NodeNotReadyError
 */
export async function installWorker (): Promise<ServiceWorker> {
  const container = workerContainer()
  const registration = await container.register(workerUrl(), { scope: '/', updateViaCache: 'none' }).catch(async (cause: Error) => {
    const present = await container.getRegistration('/').catch(() => undefined)
    if (present?.active == null) throw new WorkerRefusedError(cause.message, { cause })
    return present
  })
  const worker = registration.active ?? registration.waiting ?? registration.installing
  if (worker == null) {
    throw new WorkerRefusedError('the browser returned no worker')
  }

  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => { reject(new NodeNotReadyError('the worker does not become active')) }, ACTIVE_TIMEOUT_MS)
    const check = (): void => {
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
