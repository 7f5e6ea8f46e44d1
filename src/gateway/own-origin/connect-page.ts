import { escapeHtml } from '../../http/response/escape-html.ts'
import { pageFrame } from '../html/page/html-page.ts'
import { PAGE_STYLE } from '../html/page/page-style.ts'
import { styleSource } from '../html/page/policy-source.ts'
import { linksWithinSite } from '../html/status/error-page-links.ts'
import { LINK_SCRIPT_PATH } from './site-frame.ts'

/**
 * Style of the page. Text that would disappear too soon to be read appears with a delay. Only one of the two parts is
 * shown.
 */
const STYLE = `${PAGE_STYLE}
.wait{opacity:0;animation:come 0s .6s forwards}
@keyframes come{to{opacity:1}}
.why,.saved,.away .wait,.done .wait{display:none}
.away .why,.done .saved{display:block}
progress{width:100%;accent-color:var(--water)}
button{min-height:2.25rem;padding:.25rem .75rem;border:0;border-radius:var(--round-small);background:var(--water);
color:var(--on-water);font:inherit;font-size:var(--size-m);font-weight:500;cursor:pointer}
`.replaceAll('\n', '')

export interface ConnectPageInit {
  /** origin of the home node */
  home: string
  /** path of the request, for links to other pages of the site */
  path?: string
  /** identifies the visit: a page limits its attempts per visit */
  visit: string
  /** reason why the page that was opened to connect could not reach the node; the page shows it and offers a retry */
  reason?: string | undefined
  /** headers without which the pages of the site could not frame this one */
  headers?: Record<string, string>
}

/**
 * Returns the page that connects a site to its home node before any content can be shown. Its script gets a port of the
 * node and loads the address again. If the answer is a file to save, the page stays and says so.
 */
export function connectPage ({ home, path = '/', visit, reason, headers = {} }: ConnectPageInit): Response {
  const shown = escapeHtml(home)

  const { head, foot } = pageFrame(reason == null ? 'Opening…' : 'This site cannot be opened now', {
    body: `${reason == null ? '' : ' class="away" data-away'} data-visit="${escapeHtml(visit)}"`,
    style: STYLE
  })

  const html = head +
    '<div class="wait" role="status"><h1>Opening…</h1>\n<p class="facts">This site comes from the IPFS node ' +
    `of this browser: <bdi translate="no">${shown}</bdi></p>\n<progress aria-label="Opening…"></progress></div>\n` +
    '<div class="why" role="alert"><h1>This site cannot be opened now</h1>\n' +
    `<p>The IPFS node of this browser cannot be reached: <a translate="no" href="${shown}/">${shown}</a></p>\n` +
    '<p>This page is not stored on this device yet.</p>\n' +
    `<div class="sheet message"><p translate="no" lang="en" dir="ltr"><code id="reason">${
      escapeHtml(reason ?? '')
    }</code></p></div>\n<p class="ways"><button id="again" type="button">Try again</button>${
      linksWithinSite(path).map(([url, text]) => `<a href="${escapeHtml(url)}">${text}</a>`).join('')
    }<a href="${shown}/">Home</a></p></div>\n` +
    '<div class="saved" role="status"><h1>Your download has started</h1>\n<p class="facts">The browser saves ' +
    'this file. You can leave this page.</p>\n' +
    '<p><button id="back" type="button" hidden>Back</button> ' +
    '<a href="/">To the start page</a></p></div>\n' +
    '<noscript><p>This site needs JavaScript: an IPFS node in this browser shows it.</p></noscript>\n' +
    `<script src="${LINK_SCRIPT_PATH}" data-connect></script>\n${foot}`

  return new Response(html, {
    status: reason == null ? 200 : 504,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; script-src 'self'; style-src ${
        styleSource(STYLE)
      }; img-src data:; connect-src 'self'; frame-src ${home}; base-uri 'none'; form-action 'none'`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      ...headers
    }
  })
}
