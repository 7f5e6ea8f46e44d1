import { headStart } from '../html/html-places.ts'
import { documentSyntax } from '../html/is-page.ts'
import { pageStart } from '../html/page-start.ts'
import { xmlRootStart } from '../html/xml-places.ts'
import { LINK_SCRIPT_PATH } from './link-script-path.ts'

/** Elements by which each syntax loads the script. XML has no default namespace that could be relied on. */
const MARKUP = {
  html: `<script src="${LINK_SCRIPT_PATH}"></script>`,
  xml: `<script xmlns="http://www.w3.org/1999/xhtml" src="${LINK_SCRIPT_PATH}"></script>`
}

/**
 * Puts the script into a site's document by which its worker gets a port of the home whenever it needs one. The script runs before
 * all that is in the document and removes its element. Documents of every status have it (`404.html` of a single-page app), in HTML,
 * XHTML and SVG. Only for navigations: a fetch gets the bytes as they are.
 */
export async function addLinkScript (request: Request, response: Response): Promise<Response> {
  const syntax = request.mode === 'navigate' ? documentSyntax(response) : undefined

  if (syntax == null) {
    return response
  }

  const place = syntax === 'html' ? headStart : xmlRootStart
  return (await pageStart(response, place)).with(MARKUP[syntax], place)
}
