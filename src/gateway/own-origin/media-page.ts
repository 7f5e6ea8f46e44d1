import { percentDecode } from '../../go/url/query.ts'
import { escapeHtml } from '../../http/response/escape-html.ts'
import { opensTab } from '../html/content/is-page.ts'
import { pageFrame } from '../html/page/html-page.ts'
import { visibleText } from '../html/page/visible-text.ts'

const MEDIA = /^\s*(?:video|audio)\//i
/** Headers of the file that do not apply to the page. */
const OF_THE_FILE = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Length',
  'Content-Range',
  'Etag',
  'Last-Modified'
]
/** Like the page that browsers make for a film. */
const STYLE = 'html{background:#000;color-scheme:dark}body{margin:0}main,video{position:absolute;inset:0;margin:auto;' +
  'max-width:100%;max-height:100%}'

/**
 * Replaces a film or a sound that a tab opens at a site by a page that plays it, like the page that a browser would
 * make. The browser requests parts of the file at any later time, and that needs a page whose script can get a port of
 * the home node (`addLinkScript`). Every other request gets the file.
 */
export async function mediaPage (request: Request, response: Response): Promise<Response> {
  const { headers, ok, body } = response

  if (
    !ok || !opensTab(request) || !MEDIA.test(headers.get('content-type') ?? '') ||
    /^\s*attachment/i.test(headers.get('content-disposition') ?? '')
  ) {
    return response
  }

  await body?.cancel().catch(() => {})
  const { pathname, search } = new URL(request.url)
  const name = percentDecode(pathname.split('/').findLast((part) => part !== '') ?? '') ?? ''
  const { head, foot } = pageFrame(visibleText(name), { style: STYLE })
  const changed = new Headers(headers)
  OF_THE_FILE.forEach((header) => {
    changed.delete(header)
  })
  changed.set('Content-Type', 'text/html; charset=utf-8')
  changed.set('Cache-Control', 'no-cache')
  return new Response(
    `${head}<video src="${escapeHtml(pathname + search)}" controls autoplay playsinline></video>\n${foot}`,
    { headers: changed }
  )
}
