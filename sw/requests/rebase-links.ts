import { isOwnPolicy } from '../../src/gateway/html/page/html-page.ts'
import { basePath, withBase } from '../scope/base-path.ts'

/**
 * Links to content and to the start page, as pages of the gateway write them. Untrusted text is escaped in these pages.
 */
const LINKS = /(\shref="|;\s*url=)\/(?=(?:ipfs|ipns|mfs)[/"?]|")/g
const CONTENT = /^\/(?:ipfs|ipns|mfs)(?:\/|$)/

/**
 * Prepends the build's folder to the links and redirects of a gateway answer: only in that folder the worker answers
 * navigations. Leaves content unchanged.
 */
export function rebaseLinks (response: Response): Response {
  const location = response.headers.get('Location')

  if (basePath() === '/') {
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
        stream.enqueue(all.slice(0, end).replace(LINKS, `$1${basePath()}`))
      },
      flush (stream) {
        stream.enqueue(rest.replace(LINKS, `$1${basePath()}`))
      }
    })
  ).pipeThrough(new TextEncoderStream())

  return new Response(rewritten, { status: response.status, statusText: response.statusText, headers })
}
