import { dropOldShells, precacheShell, serveShell } from './assets.ts'
import { loadSwarmPart, swarmPart, wantsSwarm } from './load-swarm-part.ts'
import { nodeWorker } from './node-worker.ts'
import { tellWhyNot } from './tell-why-not.ts'
import type { WorkerScope } from './worker-types.ts'
import { wantedBlockStore } from './wanted-block-store.ts'

/** The worker of a node: answers its RPC, its gateway and its page, and lets the sites beside it read. Adds all listeners before it returns. */
export function startHome (scope: WorkerScope): void {
  const node = nodeWorker(scope, {
    version: __SWIPFS_VERSION__,
    blockStore: wantedBlockStore(scope.location.href),
    swarm: wantsSwarm(scope.location.href) ? swarmPart : undefined,
    dependencies: async () => await (await serveShell(new Request(`${scope.location.origin}/dependencies.json`))).json()
  })

  scope.addEventListener('install', (event) => {
    if (wantsSwarm(scope.location.href)) {
      loadSwarmPart()
    }

    event.waitUntil(tellWhyNot(scope, precacheShell()).then(async () => {
      // the first version has nobody to wait for; a later one waits until a person agrees
      if (scope.registration.active == null) {
        await scope.skipWaiting()
      }
    }))
  })

  scope.addEventListener('activate', (event) => {
    event.waitUntil(Promise.all([dropOldShells(), scope.clients.claim()]))
  })

  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const answer = node.answer(event) ?? (request.method === 'GET' && new URL(request.url).origin === scope.location.origin ? serveShell(request) : undefined)

    if (answer != null) {
      event.respondWith(answer)
    }
  })
}
