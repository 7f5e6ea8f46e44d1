import type { ShellCache } from './shell-cache.ts'
import { tellWhyNot } from './tell-why-not.ts'
import type { WorkerScope } from './worker-types.ts'

export interface OwnLifecycleOptions {
  shell: Pick<ShellCache, 'precacheShell' | 'dropOldShells'>
  /** called in the install event, the only one in which scripts can be loaded for the first time */
  loadScripts: () => void
}

/** Installs and activates a worker whose script is all of this project. Adds the listeners before it returns. */
export function ownLifecycle (scope: Pick<WorkerScope, 'addEventListener' | 'clients' | 'location' | 'registration' | 'skipWaiting'>, { shell, loadScripts }: OwnLifecycleOptions): void {
  scope.addEventListener('install', (event) => {
    // at once; what a listener throws is no failure to a browser, which would install a worker that lacks them for ever
    event.waitUntil(tellWhyNot(scope, async () => {
      loadScripts()
      await shell.precacheShell()
    }).then(async () => {
      // the first version has nobody to wait for; a later one waits until a person agrees
      if (scope.registration.active == null) {
        await scope.skipWaiting()
      }
    }))
  })

  scope.addEventListener('activate', (event) => {
    event.waitUntil(Promise.all([shell.dropOldShells(), scope.clients.claim()]))
  })
}
