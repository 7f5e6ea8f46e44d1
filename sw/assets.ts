import { headersOf } from './shell-headers.ts'
import { createShellCache } from './shell-cache.ts'

const scope = globalThis as unknown as { registration?: ServiceWorkerRegistration }

/**
 * The app shell of this build: `precacheShell` in install, `dropOldShells` in
 * activate, `serveShell` for every request of the origin that is neither
 * content nor API; `keeps` says whether a request is for one of its files.
 */
export const { precacheShell, dropOldShells, serveShell, keeps } = createShellCache({
  version: __SWIPFS_VERSION__,
  urls: __SWIPFS_SHELL__,
  headersOf: (path) => headersOf(path, location, __SWIPFS_SHELL_HEADERS__),
  caches,
  fetch: async (request) => await fetch(request),
  origin: location.origin,
  updatePending: () => scope.registration?.installing != null || scope.registration?.waiting != null
})
