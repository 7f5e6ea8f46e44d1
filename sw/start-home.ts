import { requestedBlockStore } from './node/node-parts.ts'
import { redirectIntoContent } from './requests/answer-fetch.ts'
import { withBase } from './scope/base-path.ts'
import { shell } from './shell/build-shell.ts'
import { withErrorPageLinks } from './shell/error-page-links.ts'
import { answerShareTarget, isShareTarget } from './shell/share-target.ts'
import { redirectSharedLink } from './shell/shared-link.ts'
import { shellLifecycle } from './shell/shell-lifecycle.ts'
import { loadSwarmPart, swarmPart, wantsSwarm } from './swarm/load-swarm-part.ts'
import { nodeWorker } from './worker/node-worker.ts'

/**
 * Starts the worker of a node: answers its RPC, its gateway and its page, and serves sites. Adds all listeners before
 * it returns.
 */
export function startHome (scope: ServiceWorkerGlobalScope): void {
  const isPeer = wantsSwarm(scope.location.href)
  const readShellJson = async <T>(path: string): Promise<T> =>
    await (await shell.serveShell(new Request(`${scope.location.origin}${withBase(path)}`))).json() as T

  const node = nodeWorker(scope, {
    version: __SWIPFS_VERSION__,
    explorer: withBase('/#/explore'),
    blockStore: requestedBlockStore(scope.location.href),
    swarm: isPeer ? swarmPart : undefined,
    dependencies: async () => await readShellJson('/dependencies.json'),
    pageTexts: async (language) => await readShellJson(`/reference/page-texts-${language}.json`)
  })

  shellLifecycle(scope, {
    shell,
    loadScripts: () => {
      swipfsParts.loadDeferred()

      if (isPeer) {
        loadSwarmPart()
      }
    }
  })

  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin } = scope.location
    const answer = node.answer(event) ??
      (isShareTarget(request, origin) ? answerShareTarget(request, caches, origin) : undefined) ??
      redirectSharedLink(request, origin) ??
      (request.method === 'GET' && new URL(request.url).origin === origin
        ? withErrorPageLinks(request, serveFile(event, scope))
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
async function serveFile ({ request, clientId }: FetchEvent, { clients }: ServiceWorkerGlobalScope): Promise<Response> {
  const hidesPage = request.referrer === '' && request.mode !== 'navigate' && !shell.keeps(request)
  const client = hidesPage ? await clients.get(clientId).catch(() => undefined) : undefined
  return await redirectIntoContent(request, client?.url ?? '') ?? await shell.serveShell(request)
}
