import { isSiteMessage } from '../../src/client/protocol/site-messages.ts'
import type {
  HomeAway,
  HomeKnown,
  HomeKnownAnswer,
  HomePort,
  HomePortAnswer
} from '../../src/client/protocol/site-messages.ts'
import { WaitingRoom } from '../../src/gateway/handler/waiting-pages.ts'
import type { Site } from '../../src/gateway/hosts/labels/site-of-host.ts'
import { linkPingScript } from '../../src/gateway/html/page/ping-script.ts'
import type { SiteCache } from '../../src/gateway/own-origin/site-cache.ts'
import { LINK_SCRIPT_PATH } from '../../src/gateway/own-origin/site-frame.ts'
import { VisitMark } from '../../src/gateway/own-origin/visit-mark.ts'
import type { GatewaySnapshot } from '../../src/gateway/port/serve-gateway.ts'
import { HomeLink } from '../../src/gateway/site/home-connection.ts'
import type { HomeUnreachableError } from '../../src/gateway/site/home-connection.ts'
import { keepSettings, knownSettings, siteGateway } from '../../src/gateway/site/site-gateway.ts'
import { OpenResponses } from '../responses/open-responses.ts'
import { protectNavigation } from '../responses/protect-navigation.ts'
import { translateOwnPage } from '../responses/translate-own-page.ts'
import { truncatesResponses } from '../responses/truncates-responses.ts'
import { answerNoSite, answerSite } from './answer-site.ts'
import type { SiteParts } from './answer-site.ts'
import { prefetchRedirects } from './prefetch-redirects.ts'
import { readPageTexts } from './read-page-texts.ts'
import { requestHomePort } from './request-home-port.ts'
import { openSiteCache } from './site-cache.ts'

/** Maximum number of pages that get a request for a port. */
const MAX_ASKED = 64

/**
 * Starts the worker of a site, `LABEL.ipfs.HOST`: it answers every path of its origin from the content of that origin.
 * It has no node, no RPC and no keys. Blocks come from the home node over a port that pages of the site provide. Adds
 * all listeners before it returns.
 *
 * @param site - undefined if the label is no valid root
 */
export function startSite (
  scope: ServiceWorkerGlobalScope,
  { home, site }: { home: string; site: Site | undefined }
): void {
  let settings: GatewaySnapshot | undefined
  let opening: Promise<SiteCache> | undefined
  const cache = async (): Promise<SiteCache> => await (opening ??= openSiteCache())

  const link: HomeLink = new HomeLink({
    home,
    ask: async () => await requestPort(scope, link),
    onSnapshot: (snapshot) => {
      settings = snapshot
      void cache().then((kept) => {
        keepSettings(kept, snapshot)
      })
    }
  })
  const answer = site == null
    ? async ({ request }: FetchEvent) => await translateOwnPage(request, answerNoSite(request, home), readPageTexts)
    : siteAnswers(scope, {
      site,
      home,
      link,
      cache,
      settings: () => settings,
      script: __SWIPFS_LINK_SCRIPT__,
      pageTexts: readPageTexts,
      waitingRoom: new WaitingRoom({ stopUrl: `${home}/`, waitsForFullBody: truncatesResponses(), isSite: true }),
      visitMark: new VisitMark()
    })

  scope.addEventListener('install', (event) => {
    event.waitUntil(scope.skipWaiting())
  })
  scope.addEventListener('activate', (event) => {
    event.waitUntil(scope.clients.claim())
  })
  scope.addEventListener('message', (event) => {
    handleMessage(event, link)
  })
  scope.addEventListener('fetch', (event) => {
    if (new URL(event.request.url).origin === scope.location.origin) {
      event.respondWith(answer(event))
    }
  })
}

/**
 * Asks the pages of this site for a port of the home node.
 *
 * @returns whether there is a page
 */
async function requestPort ({ clients }: Pick<ServiceWorkerGlobalScope, 'clients'>, link: HomeLink): Promise<boolean> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: false })
  // Background pages are slow, so visible ones come first.
  const asked = [...pages].sort((a, b) =>
    Number(b.visibilityState === 'visible') - Number(a.visibilityState === 'visible')
  )
    .slice(0, MAX_ASKED)

  if (asked.length > 0) {
    await requestHomePort(asked, async (port) => {
      await link.adopt(port)
    }).catch((err: Error) => {
      if (!link.isOpen) {
        link.away(err.message, { visited: false })
      }
    })
  }

  return asked.length > 0
}

/** Handles messages of the site's pages about their connection to the home node. */
function handleMessage (event: ExtendableMessageEvent, link: HomeLink): void {
  const { data, ports: [port, answer] } = event

  // Scripts of the site can send this message too. Everything that arrives over their port is verified, so they can
  // harm only the site.
  if (isSiteMessage<HomePort>(data, 'swipfs-home-port') && port != null && answer != null) {
    const reply = (result: Omit<HomePortAnswer, 'type'>): void => {
      answer.postMessage({ type: 'swipfs-home-port', ...result } satisfies HomePortAnswer)
    }
    event.waitUntil(
      link.take(port).then(() => {
        reply({})
      }, (err: Error & Partial<HomeUnreachableError>) => {
        reply({ error: err.reason ?? err.message, hasEnded: err.hasEnded })
      })
    )
  } else if (isSiteMessage<HomeAway>(data, 'swipfs-home-away')) {
    link.away(String(data.reason))
  } else if (isSiteMessage<HomeKnown>(data, 'swipfs-home-known')) {
    event.waitUntil(
      link.check().then((open) => {
        port?.postMessage({ type: 'swipfs-home-known', open } satisfies HomeKnownAnswer)
      })
    )
  }
}

/** Returns a function that answers the fetch events of a site. */
function siteAnswers (scope: ServiceWorkerGlobalScope, parts: SiteParts): (event: FetchEvent) => Promise<Response> {
  const { site, home, link, cache, settings } = parts
  const openResponses = new OpenResponses(scope)
  const language = async (): Promise<string | undefined> => (await knownSettings(await cache(), settings))?.language
  let hasPrefetched = false

  /** Prefetches the redirect rules, after the first answer for which the home node was used. */
  const prefetch = async (): Promise<void> => {
    if (!hasPrefetched && link.isOpen) {
      hasPrefetched = true
      await prefetchRedirects(
        site.root,
        async (signal) => await siteGateway({ cache: await cache(), link, settings }, { signal, waitMs: () => 0 })
      )
    }
  }

  return (event) => {
    const { request } = event
    const answer = openResponses.answer(
      event,
      (leaving) =>
        answerSite(request, parts, leaving).then(async (response) =>
          await protectNavigation(request, response, openResponses, () => linkPingScript(LINK_SCRIPT_PATH, home))
        ).then(async (response) => await translateOwnPage(request, response, parts.pageTexts, { language }))
    ) as Promise<Response>
    event.waitUntil(answer.then(prefetch, () => {}))
    return answer
  }
}
