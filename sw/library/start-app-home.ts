import { requestedBlockStore } from '../node/node-parts.ts'
import { reportInstallError } from '../scope/post-to-pages.ts'
import { isTimerScript } from '../scope/timer-script-response.ts'
import { SHELL_CACHE_PREFIX, ShellCache } from '../shell/shell-cache.ts'
import { shellLifecycle } from '../shell/shell-lifecycle.ts'
import { loadSwarmPart, swarmPart, wantsSwarm } from '../swarm/load-swarm-part.ts'
import { nodeWorker } from '../worker/node-worker.ts'
import { isForNode } from './is-for-node.ts'
import { workerSettings } from './worker-settings.ts'
import type { CheckedSettings } from './worker-settings.ts'

/**
 * Starts the ready-made worker of an app: the node, and the precached files of the app. All other requests pass
 * through. Adds all listeners before it returns. With invalid settings its installation fails with a message, because
 * browsers do not report why a script throws.
 *
 * @param settings - settings of the app, unchecked
 */
export function startAppHome (scope: ServiceWorkerGlobalScope, settings: unknown): void {
  let checked: CheckedSettings

  try {
    checked = workerSettings(settings)
  } catch (err) {
    scope.addEventListener('install', (event) => {
      event.waitUntil(reportInstallError(scope, async () => {
        throw err
      }))
    })
    return
  }

  const {
    precache,
    version = __SWIPFS_VERSION__,
    headers = {},
    navigateFallback,
    navigateFallbackAllowlist: allow,
    navigateFallbackDenylist: deny,
    swarmScript
  } = checked
  const isPeer = wantsSwarm(scope.location.href)

  const node = nodeWorker(scope, {
    version: __SWIPFS_VERSION__,
    blockStore: requestedBlockStore(scope.location.href),
    swarm: isPeer ? () => swarmPart(swarmScript) : undefined
  })

  const folder = new URL(scope.registration.scope).pathname

  const shell = new ShellCache({
    version,
    prefix: folder === '/' ? SHELL_CACHE_PREFIX : `swipfs-shell:${folder}:`,
    files: precache,
    navigateFallback: navigateFallback == null ? undefined : { url: navigateFallback, allow, deny },
    headersOf: () => headers,
    caches,
    fetch: async (request) => await fetch(request),
    origin: scope.location.origin,
    updatePending: () => scope.registration.installing != null || scope.registration.waiting != null
  })

  shellLifecycle(scope, {
    shell,
    loadScripts: () => {
      if (isPeer) {
        loadSwarmPart(swarmScript)
      }
    }
  })

  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const isOfNode = isForNode(request.url, scope.location.origin, request) || isTimerScript(request, scope)
    const answer = isOfNode ? node.answer(event) : shell.answer(request)

    if (answer != null) {
      event.respondWith(answer)
      // The worker that imports this script may answer everything, and answering twice is an error.
      event.stopImmediatePropagation()
    }
  })
}
