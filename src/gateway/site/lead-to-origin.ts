import { escapeHtml } from '../../http/escape-html.ts'
import { percentDecode } from '../../go/query.ts'
import { parsePath } from '../../path/content-path.ts'
import { siteLabel } from '../hosts/site-label.ts'
import { subdomainUrl } from '../hosts/subdomain-url.ts'
import { bodyStart } from '../html/html-places.ts'
import { documentSyntax, isPage, opensTab } from '../html/is-page.ts'
import { pageStart } from '../html/page-start.ts'
import { wantsScripts } from '../html/wants-scripts.ts'

/** Which origins a host has for contents beside its own. */
export interface OwnOrigins {
  /** @returns undefined where it has them; else why not, in words that go on after "this page has no address of its own:" */
  lacking: () => Promise<string | undefined>
}

/**
 * What becomes of a content's page that a person opens at a path of the node, where it shares its origin with the RPC and runs
 * nothing. One that wants scripts is led to its own origin where the host has such; else it is shown without them, and a line at
 * its top says so. All other answers stay as they are: whoever fetches a page gets its bytes.
 */
export async function leadToOrigin (request: Request, response: Response, origins: OwnOrigins): Promise<Response> {
  if (!opensTab(request) || !isPage(response)) {
    return response
  }

  const page = await pageStart(response)

  if (!wantsScripts(page.text, page.whole)) {
    return page.asIs()
  }

  const url = ownUrl(new URL(request.url))
  const lacking = url == null ? 'its name is too long for one' : await origins.lacking()

  if (url != null && lacking == null) {
    await page.cancel().catch(() => {})
    // not for ever: another host may serve this address one day, and have none
    return new Response(null, { status: 302, headers: { Location: url, 'Cache-Control': 'no-store' } })
  }

  return page.with(line(lacking as string), documentSyntax(response) === 'html' ? bodyStart : () => 'none')
}

/** Where a path of the node has its own origin; undefined where its root fits in no label. */
function ownUrl ({ protocol, host, pathname, search }: URL): string | undefined {
  const [, namespace, , rest = ''] = /^\/(ip[fn]s)\/([^/]+)\/?(.*)$/.exec(pathname) ?? []
  const path = percentDecode(pathname)

  if ((namespace !== 'ipfs' && namespace !== 'ipns') || path == null) {
    return undefined
  }

  const label = siteLabel(namespace, parsePath(path).root)
  return label == null ? undefined : subdomainUrl({ root: label, namespace, gatewayHost: host }, { secure: protocol === 'https:', rest: percentDecode(rest) ?? '', rawQuery: search.slice(1) })
}

/** Its look is its own, whatever styles the page has; dark on light in both schemes. */
const LINE_STYLE = 'all:initial;display:block;position:relative;z-index:2147483647;box-sizing:border-box;padding:.55em 1em;border-bottom:1px solid #857f70;background:#f3e6c9;color:#1e2a2c;font:14px/1.45 system-ui,sans-serif'

function line (lacking: string): string {
  return `<div role="note" style="${LINE_STYLE}">Scripts are off here, since this page has no address of its own: ${escapeHtml(lacking)}.</div>`
}
