import { htmlPage } from '../../src/gateway/html/page/html-page.ts'
import { errorPage } from '../../src/gateway/html/status/error-page.ts'

/** Links after an error; a retry may succeed later. */
const LINKS = '<p class="ways"><a class="main" href="">Try again</a><a href="/">Home</a></p>\n'

/**
 * Replaces a plain-text error of a navigation (from the host, or because there is no network) with a page that contains
 * its text and links to continue.
 */
export async function withErrorPageLinks (
  { mode, url }: Pick<Request, 'mode' | 'url'>,
  answer: Promise<Response>
): Promise<Response> {
  const response = await answer
  const { status, headers } = response

  return mode === 'navigate' && status > 399 && headers.get('Content-Type')?.startsWith('text/plain') === true
    ? htmlPage(
      new Headers({ 'Cache-Control': 'no-store' }),
      status,
      errorPage(status, new URL(url).pathname, { advice: await response.text(), ways: LINKS })
    )
    : response
}
