import { WorkersUnavailableError } from '../protocol/errors.ts'

/**
 * Returns the browser's service worker container.
 *
 * @throws WorkersUnavailableError if there is none: in an insecure context, an old browser, a private window of
 *   Firefox, or on a server that renders the page
 */
export function workerContainer (): ServiceWorkerContainer {
  const container = globalThis.navigator?.serviceWorker as ServiceWorkerContainer | undefined

  if (container == null) {
    throw new WorkersUnavailableError(globalThis.isSecureContext ? 'unsupported' : 'insecure-context')
  }

  return container
}
