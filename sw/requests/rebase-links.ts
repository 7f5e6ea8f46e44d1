import { STAY_HERE } from '../../src/client/protocol/stay-here.ts'
import { isOwnPolicy } from '../../src/gateway/html/page/html-page.ts'
import { basePath, withBase } from '../scope/base-path.ts'

/**
 * Links to content and to the start page, as pages of the gateway write them. Untrusted text is escaped in these pages.
 */
const LINKS = /(\shref="|;\s*url=)\/(?=(?:ipfs|ipns|mfs)[/"?]|")/g
/** Links of these pages to content, without their fragment. */
const CONTENT_LINKS = /(\shref=")((?:\/(?:ipfs|ipns|mfs)\/|\?|\.\/)[^"#]*)/g
const CONTENT = /^\/(?:ipfs|ipns|mfs)(?:\/|$)/

/**
 * Changes the links and redirects of a gateway answer, and leaves content unchanged. Prepends the build's folder: only
 * there the worker answers navigations. In a page whose address opts out of the redirects of IPFS Companion, the links
 * do so too.
 *
 * @param url - address of the page
 */
export function rebaseLinks (response: Response, url: string): Response {
  const staysHere = new URL(url).searchParams.has(STAY_HERE)
  const rewriteLinks = (html: string): string =>
    (staysHere
      ? html.replace(CONTENT_LINKS, (_, start: string, to: string) =>
        `${start}${to}${to.includes('?') ? '&amp;' : '?'}${STAY_HERE}`)
      : html).replace(LINKS, `$1${basePath()}`)
  const location = response.headers.get('Location')

  if (basePath() === '/' && !staysHere) {
    return response
  }

  if (location != null && CONTENT.test(location)) {
    const headers = new Headers(response.headers)
    headers.set('Location', withBase(location))
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
  }

  if (response.body == null || !isOwnPolicy(response.headers.get('Content-Security-Policy'))) {
    return response
  }

  const headers = new Headers(response.headers)
  headers.delete('Content-Length')
  let rest = ''

  const rewritten = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(
    new TransformStream<string, string>({
      transform (text, stream) {
        const all = rest + text
        // An incomplete tag waits for its end.
        const open = all.lastIndexOf('<')
        const end = all.indexOf('>', open) < 0 && open >= 0 ? open : all.length
        rest = all.slice(end)
        stream.enqueue(rewriteLinks(all.slice(0, end)))
      },
      flush (stream) {
        stream.enqueue(rewriteLinks(rest))
      }
    })
  ).pipeThrough(new TextEncoderStream())

  return new Response(rewritten, { status: response.status, statusText: response.statusText, headers })
}
