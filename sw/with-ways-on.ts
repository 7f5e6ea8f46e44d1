import { errorPage } from '../src/gateway/html/error-page.ts'
import { htmlPage } from '../src/gateway/html/html-page.ts'

/** It may be there later. */
const WAYS = '<p class="ways"><a class="main" href="">Try again</a><a href="/">Home</a></p>\n'

/** What a visit is answered: where that is a text that says why there is no page (of the host, or that there is no network), a page that says it and has ways on. */
export async function withWaysOn ({ mode, url }: Pick<Request, 'mode' | 'url'>, answer: Promise<Response>): Promise<Response> {
  const response = await answer
  const { status, headers } = response

  return mode === 'navigate' && status > 399 && headers.get('Content-Type')?.startsWith('text/plain') === true
    ? htmlPage(new Headers({ 'Cache-Control': 'no-store' }), status, errorPage(status, new URL(url).pathname, { advice: await response.text(), ways: WAYS }))
    : response
}
