import { handleGateway } from '../../src/gateway/handler/handler.ts'
import type { Gateway } from '../../src/gateway/handler/handler.ts'
import { WaitingRoom } from '../../src/gateway/handler/waiting-pages.ts'
import { opensTab } from '../../src/gateway/html/content/is-page.ts'
import { openDnslinkGateway } from '../../src/gateway/site/dnslink-gateway.ts'
import { OpenResponses } from '../responses/open-responses.ts'
import { protectNavigation } from '../responses/protect-navigation.ts'
import { translateOwnPage } from '../responses/translate-own-page.ts'
import { truncatesResponses } from '../responses/truncates-responses.ts'
import { prefetchRedirects } from './prefetch-redirects.ts'
import { readPageTexts } from './read-page-texts.ts'
import { openSiteCache } from './site-cache.ts'

/** Configuration of a build for a site (`npm run build -- --site`). */
export interface DnslinkSite {
  /** The domain with the DNSLink to serve. Default: the host itself. */
  name?: string
  config: Parameters<typeof openDnslinkGateway>[0]['config']
}

/**
 * Starts the worker of a deployment that serves the DNSLink of a domain name
 * (specs.ipfs.tech/http-gateways/dnslink-gateway) on all paths of its origin. It has no node, no RPC and no keys: the
 * content's own scripts run there. Adds all listeners before it returns.
 */
export function startDnslinkSite (
  scope: ServiceWorkerGlobalScope,
  { name = scope.location.hostname, config }: DnslinkSite
): void {
  let opening: Promise<() => Gateway> | undefined
  const open = async (): Promise<Gateway> =>
    (await (opening ??= openSiteCache().then(async (cache) => await openDnslinkGateway({ cache, config }))))()
  const root = `/ipns/${name}`
  const waitingRoom = new WaitingRoom({ waitsForFullBody: truncatesResponses(), isSite: true })
  const answers = new OpenResponses(scope)
  let areRulesStored = false

  scope.addEventListener('install', (event) => {
    event.waitUntil(scope.skipWaiting())
  })
  scope.addEventListener('activate', (event) => {
    event.waitUntil(scope.clients.claim())
  })

  scope.addEventListener('fetch', (event) => {
    const { request } = event

    if (new URL(request.url).origin !== scope.location.origin) {
      return
    }

    const answer = answers.answer(
      event,
      (leaving) =>
        handleGateway(request, open, {
          root,
          gatewayUrl: `//${name}`,
          leaving,
          waitingRoom: opensTab(request) ? waitingRoom : undefined
        })
          .then(async (response) => await protectNavigation(request, response, answers))
          .then(async (response) => await translateOwnPage(request, response, readPageTexts))
    ) as Promise<Response>
    event.respondWith(answer)

    event.waitUntil(answer.then(async ({ ok }) => {
      if (ok && !areRulesStored) {
        areRulesStored = true
        await prefetchRedirects(root, open)
      }
    }))
  })
}
