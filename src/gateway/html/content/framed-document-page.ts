import { percentDecode } from '../../../go/url/query.ts'
import { escapeHtml } from '../../../http/response/escape-html.ts'
import { pageFrame } from '../page/html-page.ts'
import { PAGE_STYLE } from '../page/page-style.ts'
import { visibleText } from '../page/visible-text.ts'

const STYLE = `${PAGE_STYLE}body{padding:0}main{max-width:none}iframe{display:block;width:100%;height:calc(100vh - ` +
  '6rem);border:0}pre{margin:0;padding:1rem;overflow:auto;white-space:pre-wrap}'

/**
 * Query parameter that the gateway ignores. It makes the URL of the frame differ, because browsers do not load a
 * document into itself.
 */
const IN_FRAME = 'in-frame'

/**
 * Returns a page that shows an SVG image or XML document of content in a frame, below a note. Neither runs scripts: the
 * page has none, and the document in the frame has the sandbox of content.
 *
 * @param url - URL of the document
 * @param note - HTML
 * @param source - text of the document, shown instead of the frame if a browser would display nothing
 */
export function framedDocumentPage ({ pathname, search }: URL, note: string, source?: string): Response {
  const { head, foot } = pageFrame(
    visibleText(percentDecode(pathname.split('/').findLast((name) => name !== '') ?? '') ?? ''),
    { style: STYLE }
  )
  const frame = `<iframe title="The document" src="${
    escapeHtml(`${pathname}${search === '' ? '?' : `${search}&`}${IN_FRAME}`)
  }"></iframe>`

  return new Response(
    `${head}${note}${source == null ? frame : `<pre translate="no">${escapeHtml(source)}</pre>`}\n${foot}`,
    {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy':
          `default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; img-src data:; script-src 'none'; ` +
          `base-uri 'none'; form-action 'none'`,
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-store'
      }
    }
  )
}
