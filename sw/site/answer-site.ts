import { plainText } from '../../src/gateway/errors/plain-text.ts'
import { handleGateway } from '../../src/gateway/handler/handler.ts'
import type { WaitingRoom } from '../../src/gateway/handler/waiting-pages.ts'
import type { Site } from '../../src/gateway/hosts/labels/site-of-host.ts'
import { subdomainUrl } from '../../src/gateway/hosts/labels/subdomain-host.ts'
import { opensTab } from '../../src/gateway/html/content/is-page.ts'
import { htmlPage } from '../../src/gateway/html/page/html-page.ts'
import { pageLinks } from '../../src/gateway/html/status/error-page-links.ts'
import { errorPage } from '../../src/gateway/html/status/error-page.ts'
import { addLinkScript } from '../../src/gateway/own-origin/add-link-script.ts'
import { connectPage } from '../../src/gateway/own-origin/connect-page.ts'
import { mediaPage } from '../../src/gateway/own-origin/media-page.ts'
import {
  embedderPolicy,
  LINK_FRAME_PATH,
  LINK_SCRIPT_PATH,
  siteFrame
} from '../../src/gateway/own-origin/site-frame.ts'
import type { VisitMark } from '../../src/gateway/own-origin/visit-mark.ts'
import type { HomeLink } from '../../src/gateway/site/home-connection.ts'
import { knownSettings, siteGateway } from '../../src/gateway/site/site-gateway.ts'
import type { SiteGatewayInit } from '../../src/gateway/site/site-gateway.ts'
import { acceptsType } from '../../src/http/headers/accept.ts'
import { translateOwnPage } from '../responses/translate-own-page.ts'
import type { ReadPageTexts } from '../responses/translate-own-page.ts'

export interface SiteParts {
  site: Site
  /** origin of the home node */
  home: string
  link: HomeLink
  cache: () => Promise<SiteGatewayInit['cache']>
  settings: SiteGatewayInit['settings']
  /** the script at `LINK_SCRIPT_PATH` */
  script: string
  /** reads the texts of the gateway's pages */
  pageTexts: ReadPageTexts
  /** shows waiting pages while the home node fetches content */
  waitingRoom: WaitingRoom
  visitMark: VisitMark
}

/**
 * Answers a request to a site: every path belongs to the content. A navigation that needs the home node first gets the
 * connect page. All other requests wait for a port from the pages of the site.
 *
 * @param leaving - aborts when the browser is about to stop the worker
 */
export async function answerSite (
  request: Request,
  { site, home, link, cache, settings, script, pageTexts, waitingRoom, visitMark }: SiteParts,
  leaving?: AbortSignal
): Promise<Response> {
  const url = new URL(request.url)

  if (site.label !== site.canonicalLabel) {
    return redirectToCanonical(site, url)
  }

  if (url.pathname === LINK_SCRIPT_PATH && request.method === 'GET') {
    return new Response(script, {
      headers: {
        'Content-Type': 'text/javascript; charset=utf-8',
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-cache'
      }
    })
  }

  if (url.pathname === LINK_FRAME_PATH && request.method === 'GET') {
    return siteFrame(home, (await knownSettings(await cache(), settings))?.config)
  }

  const opens = request.mode === 'navigate' && request.method === 'GET'
  let answered = false
  const waitMs = (): number | undefined => opens && !answered ? 0 : undefined
  const kept = await cache()
  const response = await handleGateway(
    request,
    async () => await siteGateway({ cache: kept, link, settings }, { signal: request.signal, waitMs }),
    {
      root: site.root,
      home,
      gatewayUrl: `//${site.homeHost}`,
      leaving,
      waitingRoom: opensTab(request) ? waitingRoom : undefined
    }
  )
  answered = true

  if (opens && response.status >= 500 && !link.isOpen) {
    await response.body?.cancel()
    const headers = embedderPolicy((await knownSettings(kept, settings))?.config)
    const page = connectPage({
      home,
      path: url.pathname,
      visit: visitMark.text,
      reason: link.unreachableByVisit?.reason,
      headers
    })
    return await translateOwnPage(request, page, pageTexts, {
      isOwn: true,
      language: async () => (await knownSettings(kept, settings))?.language
    })
  }

  if (opens) {
    visitMark.noteAnswer()
  }

  return await addLinkScript(request, await mediaPage(request, response), {
    isHomePeer: async () => (await knownSettings(kept, settings))?.isPeer === true
  })
}

/** Redirects to the canonical origin: a content has a single origin. */
function redirectToCanonical (
  { canonicalLabel, namespace, homeHost }: Site,
  { protocol, pathname, search }: URL
): Response {
  const origin = subdomainUrl({ root: canonicalLabel, namespace, gatewayHost: homeHost }, {
    secure: protocol === 'https:',
    rest: '',
    rawQuery: ''
  })
  return new Response(null, { status: 301, headers: { Location: origin.slice(0, -1) + pathname + search } })
}

/**
 * Answers a request to a site with an invalid root in its label.
 *
 * @param home - origin of the home node
 */
export function answerNoSite (request: Request, home: string): Response {
  const message = 'This address names no content: its first label is neither a CID nor a name.'
  return acceptsType(request.headers.get('accept') ?? '', 'text/html')
    ? htmlPage(
      new Headers(),
      404,
      errorPage(404, message, { advice: 'Is a part of the address missing?', ways: pageLinks([[`${home}/`, 'Home']]) })
    )
    : plainText(new Headers(), message, 404)
}
