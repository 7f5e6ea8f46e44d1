import { WorkersUnavailableError } from './errors.ts'

/**
 * The browser's door to service workers.
 *
 * @throws WorkersUnavailableError where there is none: an insecure context, an
 *   old browser, or (Firefox) a private window
 */
export function workerContainer (): ServiceWorkerContainer {
  if (!('serviceWorker' in navigator) || navigator.serviceWorker == null) {
    throw new WorkersUnavailableError(globalThis.isSecureContext ? 'unsupported' : 'insecure-context')
  }
  return navigator.serviceWorker
}
