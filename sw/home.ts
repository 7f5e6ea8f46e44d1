import { answerShare, isShare } from './answer-share.ts'
import { dropOldShells, keeps, precacheShell, serveShell } from './assets.ts'
import { withBase } from './base.ts'
import { askedByContent } from './fetch.ts'
import { loadSwarmPart, swarmPart, wantsSwarm } from './load-swarm-part.ts'
import { nodeWorker } from './node-worker.ts'
import { ownLifecycle } from './own-lifecycle.ts'
import { wantedBlockStore } from './wanted-block-store.ts'
import { withWaysOn } from './with-ways-on.ts'
import type { WorkerFetchEvent, WorkerScope } from './worker-types.ts'

/**
 * Starts the worker of a node: answers its RPC, its gateway and its page, and serves sites. Adds all listeners before
 * it returns.
 */
export function startHome (scope: WorkerScope): void {
  const isPeer = wantsSwarm(scope.location.href)

  const node = nodeWorker(scope, {
    version: __SWIPFS_VERSION__,
    explorer: withBase('/#/explore'),
    blockStore: wantedBlockStore(scope.location.href),
    swarm: isPeer ? swarmPart : undefined,
    dependencies: async () =>
      await (await serveShell(new Request(`${scope.location.origin}${withBase('/dependencies.json')}`))).json()
  })

  ownLifecycle(scope, {
    shell: { precacheShell, dropOldShells },
    loadScripts: () => {
      if (isPeer) {
        loadSwarmPart()
      }
    }
  })

  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin } = scope.location
    const answer = node.answer(event) ??
      (isShare(request, origin) ? answerShare(request, caches, origin) : undefined) ??
      (request.method === 'GET' && new URL(request.url).origin === origin
        ? withWaysOn(request, serveFile(event, scope))
        : undefined)

    if (answer != null) {
      event.respondWith(answer)
    }
  })
}

/**
 * Answers a request for the node's page and its files. If a page of content sends no referrer, it is recognized by its
 * client.
 */
async function serveFile ({ request, clientId }: WorkerFetchEvent, { clients }: WorkerScope): Promise<Response> {
  const hidesPage = request.referrer === '' && request.mode !== 'navigate' && !keeps(request)
  const client = hidesPage ? await clients.get(clientId).catch(() => undefined) : undefined
  return await askedByContent(request, client?.url ?? '') ?? await serveShell(request)
}
