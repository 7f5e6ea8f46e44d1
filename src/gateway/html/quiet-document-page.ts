import { escapeHtml } from '../../http/escape-html.ts'
import { percentDecode } from '../../go/query.ts'
import { pageFrame } from './html-page.ts'
import { PAGE_STYLE } from './page-style.ts'
import { visibleText } from './visible-text.ts'

const STYLE = `${PAGE_STYLE}body{padding:0}main{max-width:none}iframe{display:block;width:100%;height:calc(100vh - 6rem);border:0}pre{margin:0;padding:1rem;overflow:auto;white-space:pre-wrap}`

/** A query that the gateway does not know: a browser does not load a document into itself. */
const IN_FRAME = 'in-frame'

/**
 * Returns a page that shows an SVG picture or XML document of content in a frame, below a note. Nothing of either runs: the page
 * has no scripts, and the document in the frame has the sandbox of content.
 *
 * @param url - of the document
 * @param note - as HTML
 * @param source - the text of the document, in place of the frame, if a browser would show nothing of it
 */
export function quietDocumentPage ({ pathname, search }: URL, note: string, source?: string): Response {
  const { head, foot } = pageFrame(visibleText(percentDecode(pathname.split('/').findLast((name) => name !== '') ?? '') ?? ''), { style: STYLE })
  const frame = `<iframe title="The document" src="${escapeHtml(`${pathname}${search === '' ? '?' : `${search}&`}${IN_FRAME}`)}"></iframe>`

  return new Response(`${head}${note}${source == null ? frame : `<pre>${escapeHtml(source)}</pre>`}\n${foot}`, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; img-src data:; script-src 'none'; base-uri 'none'; form-action 'none'`,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store'
    }
  })
}
