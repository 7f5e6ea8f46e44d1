import { HOME_LOCK, passPort } from './link-home.ts'
import { openHome } from './open-home.ts'

/** Time after which a loaded frame counts as blocked, for example by a policy of the host, if it is silent. */
const ANSWER_MS = 500

/**
 * Connects a site to its home node while the worker of the site is being installed, so that the worker can answer the
 * first navigation. Otherwise that navigation gets the connect page, which needs a load of its own.
 *
 * Only the first of several tabs does so. A failure is left to the connect page, which tries again and says the reason.
 *
 * @param home - origin of the home node
 * @returns a promise that resolves at the end, also of a failure, and never rejects
 */
export async function linkDuringInstall (home: string, container: ServiceWorkerContainer): Promise<void> {
  await navigator.locks.request(HOME_LOCK, { ifAvailable: true }, async (lock) => {
    if (lock != null) {
      const port = await openHome(home, { answerMs: ANSWER_MS })
      await passPort(port, await firstWorker(container))
    }
  }).catch(() => {})
}

/** Returns the worker of this page's origin, as soon as its script is being installed. */
async function firstWorker (container: ServiceWorkerContainer): Promise<ServiceWorker> {
  const workerOf = ({ installing, waiting, active }: ServiceWorkerRegistration): ServiceWorker | null =>
    installing ?? waiting ?? active
  const registration = await container.getRegistration()
  const present = registration == null ? null : workerOf(registration)

  if (present != null) {
    return present
  }

  return await new Promise((resolve) => {
    // A registration has no worker while its script is being fetched.
    registration?.addEventListener('updatefound', () => {
      resolve(workerOf(registration) as ServiceWorker)
    }, { once: true })
    void container.ready.then((ready) => {
      resolve(workerOf(ready) as ServiceWorker)
    })
  })
}
