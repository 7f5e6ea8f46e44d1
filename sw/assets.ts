import { headersOf } from './shell-headers.ts'
import { basePath, setBase, withBase, withoutBase } from './base.ts'
import { createShellCache, SHELL_CACHE_PREFIX } from './shell-cache.ts'

// the script lies in the folder that the build is served from
setBase(new URL('./', location.href).pathname)

const scope = globalThis as unknown as { registration?: ServiceWorkerRegistration }

/**
 * The app shell of this build: `precacheShell` in install, `dropOldShells` in
 * activate, `serveShell` for every request of the origin that is neither
 * content nor API; `keeps` says whether a request is for one of its files.
 */
export const { precacheShell, dropOldShells, serveShell, keeps } = createShellCache({
  version: __SWIPFS_VERSION__,
  prefix: basePath() === '/' ? SHELL_CACHE_PREFIX : `swipfs-shell:${basePath()}:`,
  files: __SWIPFS_SHELL__.map(({ url, ...file }) => ({ url: withBase(url), ...file })),
  // the host is a static one, and the page has queries of its own
  anyQuery: true,
  headersOf: (path) => headersOf(withoutBase(path), location, __SWIPFS_SHELL_HEADERS__),
  caches,
  fetch: async (request) => await fetch(request),
  origin: location.origin,
  updatePending: () => scope.registration?.installing != null || scope.registration?.waiting != null
})
