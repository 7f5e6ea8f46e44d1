import { loadSwarmPart, swarmPart, wantsSwarm } from '../load-swarm-part.ts'
import { nodeWorker } from '../node-worker.ts'
import { ownLifecycle } from '../own-lifecycle.ts'
import { createShellCache, SHELL_CACHE_PREFIX } from '../shell-cache.ts'
import { wantedBlockStore } from '../wanted-block-store.ts'
import type { WorkerScope } from '../worker-types.ts'
import { isForNode } from './is-for-node.ts'
import type { WorkerSettings } from './worker-settings.ts'

/** The worker of an app that has no other: the node, and the files of the app that it names. Requests for anything else go their way. Adds all listeners before it returns. */
export function startAppHome (scope: WorkerScope, { precache = [], version = __SWIPFS_VERSION__, headers = {}, swarmScript }: WorkerSettings): void {
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

    if (isForNode(request.url, scope.location.origin)) {
      const answer = node.answer(event)
      if (answer != null) event.respondWith(answer)
    } else if (shell.keeps(request)) {
      event.respondWith(shell.serveShell(request))
    }
  })
}
