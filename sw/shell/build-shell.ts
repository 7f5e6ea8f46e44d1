import { basePath, setBase, withBase, withoutBase } from '../scope/base-path.ts'
import { SHELL_CACHE_PREFIX, ShellCache } from './shell-cache.ts'
import { shellHeaders } from './shell-headers.ts'

// The script is in the folder from which the build is served.
setBase(new URL('./', location.href).pathname)

const scope = globalThis as unknown as { registration?: ServiceWorkerRegistration }

/** The app shell of this build. */
export const shell = new ShellCache({
  version: __SWIPFS_VERSION__,
  prefix: basePath() === '/' ? SHELL_CACHE_PREFIX : `swipfs-shell:${basePath()}:`,
  files: __SWIPFS_SHELL__.map(({ url, ...file }) => ({ url: withBase(url), ...file })),
  // The host is static, and the page has queries of its own.
  anyQuery: true,
  headersOf: (path) => shellHeaders(withoutBase(path), location, __SWIPFS_SHELL_HEADERS__),
  caches,
  fetch: async (request) => await fetch(request),
  origin: location.origin,
  updatePending: () => scope.registration?.installing != null || scope.registration?.waiting != null
})
