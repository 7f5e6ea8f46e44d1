import { basePath, setBase, withBase, withoutBase } from '../scope/base-path.ts'
import { createShellCache, SHELL_CACHE_PREFIX } from './shell-cache.ts'
import { headersOf } from './shell-headers.ts'

// The script is in the folder from which the build is served.
setBase(new URL('./', location.href).pathname)

const scope = globalThis as unknown as { registration?: ServiceWorkerRegistration }

/**
 * The app shell of this build: `precacheShell` for install, `dropOldShells` for activate, `serveShell` for requests
 * that are neither content nor API. `keeps` returns whether a request is for one of its files.
 */
export const { precacheShell, dropOldShells, serveShell, keeps } = createShellCache({
  version: __SWIPFS_VERSION__,
  prefix: basePath() === '/' ? SHELL_CACHE_PREFIX : `swipfs-shell:${basePath()}:`,
  files: __SWIPFS_SHELL__.map(({ url, ...file }) => ({ url: withBase(url), ...file })),
  // The host is static, and the page has queries of its own.
  anyQuery: true,
  headersOf: (path) => headersOf(withoutBase(path), location, __SWIPFS_SHELL_HEADERS__),
  caches,
  fetch: async (request) => await fetch(request),
  origin: location.origin,
  updatePending: () => scope.registration?.installing != null || scope.registration?.waiting != null
})
