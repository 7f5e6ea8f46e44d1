import { reportInstallError } from '../scope/post-to-pages.ts'
import type { ShellCache } from './shell-cache.ts'

export interface ShellLifecycleOptions {
  shell: Pick<ShellCache, 'precacheShell' | 'dropOldShells'>
  /** called in the install event, the only one in which scripts can be imported for the first time */
  loadScripts: () => void
}

/**
 * Installs and activates a worker with a script that belongs to this project completely. Adds its listeners before it
 * returns.
 */
export function shellLifecycle (
  scope: Pick<ServiceWorkerGlobalScope, 'addEventListener' | 'clients' | 'location' | 'registration' | 'skipWaiting'>,
  { shell, loadScripts }: ShellLifecycleOptions
): void {
  scope.addEventListener('install', (event) => {
    // Within `waitUntil`: a browser ignores errors that a listener throws, and would install a worker that lacks these
    // scripts for good.
    event.waitUntil(
      reportInstallError(scope, async () => {
        loadScripts()
        await shell.precacheShell()
      }).then(async () => {
        // The first version activates immediately. A later one waits until the user agrees.
        if (scope.registration.active == null) {
          await scope.skipWaiting()
        }
      })
    )
  })

  scope.addEventListener('activate', (event) => {
    event.waitUntil(Promise.all([shell.dropOldShells(), scope.clients.claim()]))
  })
}
