import { loadSwarmPart, swarmPart, wantsSwarm } from '../load-swarm-part.ts'
import { nodeWorker } from '../node-worker.ts'
import { ownLifecycle } from '../own-lifecycle.ts'
import { createShellCache, SHELL_CACHE_PREFIX } from '../shell-cache.ts'
import { tellWhyNot } from '../tell-why-not.ts'
import { wantedBlockStore } from '../wanted-block-store.ts'
import type { WorkerScope } from '../worker-types.ts'
import { isForNode } from './is-for-node.ts'
import { workerSettings } from './worker-settings.ts'
import type { WorkerSettings } from './worker-settings.ts'

/**
 * The worker of an app that has no other: the node, and the files of the app that it names. Requests for anything else go their way. Adds all listeners before it returns.
 * With settings that are of no use it is not installed: of a script that throws a browser tells the app no reason.
 *
 * @param settings - as the app has set them
 */
export function startAppHome (scope: WorkerScope, settings: unknown): void {
  let checked: WorkerSettings

  try {
    checked = workerSettings(settings)
  } catch (err) {
    scope.addEventListener('install', (event) => { event.waitUntil(tellWhyNot(scope, async () => { throw err })) })
    return
  }

  const { precache = [], version = __SWIPFS_VERSION__, headers = {}, swarmScript } = checked
  const isPeer = wantsSwarm(scope.location.href)

  const node = nodeWorker(scope, {
    version: __SWIPFS_VERSION__,
    blockStore: wantedBlockStore(scope.location.href),
    swarm: isPeer ? () => swarmPart(swarmScript) : undefined
  })

  const folder = new URL(scope.registration.scope).pathname

  const shell = createShellCache({
    version,
    prefix: folder === '/' ? SHELL_CACHE_PREFIX : `swipfs-shell:${folder}:`,
    marksHtml: false,
    urls: precache,
    headersOf: () => headers,
    caches,
    fetch: async (request) => await fetch(request),
    origin: scope.location.origin,
    updatePending: () => scope.registration.installing != null || scope.registration.waiting != null
  })

  ownLifecycle(scope, { shell, loadScripts: () => { if (isPeer) loadSwarmPart(swarmScript) } })

  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const answer = isForNode(request.url, scope.location.origin, request) ? node.answer(event) : shell.keeps(request) ? shell.serveShell(request) : undefined

    if (answer != null) {
      event.respondWith(answer)
      // a worker that imports this script may answer everything: to answer twice is an error
      event.stopImmediatePropagation()
    }
  })
}
