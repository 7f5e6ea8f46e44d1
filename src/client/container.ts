import { WorkersUnavailableError } from './errors.ts'

/**
 * The browser's door to service workers.
 *
 * @throws WorkersUnavailableError where there is none: an insecure context, an
 *   old browser, (Firefox) a private window, or a server that draws the page
 */
export function workerContainer (): ServiceWorkerContainer {
  const container = globalThis.navigator?.serviceWorker as ServiceWorkerContainer | undefined

  if (container == null) {
    throw new WorkersUnavailableError(globalThis.isSecureContext ? 'unsupported' : 'insecure-context')
  }

  return container
}
