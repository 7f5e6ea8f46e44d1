import { headStart } from '../html/html-places.ts'
import { isPage } from '../html/is-page.ts'
import { pageStart } from '../html/page-start.ts'
import { LINK_SCRIPT_PATH } from './link-script-path.ts'

/**
 * Puts the script into a site's page by which its worker gets the home whenever it needs that. It stands before all that is in the
 * page and takes itself out of it. Only for what a browser opens: whoever fetches a page gets its bytes.
 */
export async function addLinkScript (request: Request, response: Response): Promise<Response> {
  if (request.mode !== 'navigate' || !isPage(response)) {
    return response
  }

  return (await pageStart(response)).with(`<script src="${LINK_SCRIPT_PATH}"></script>`, headStart)
}
