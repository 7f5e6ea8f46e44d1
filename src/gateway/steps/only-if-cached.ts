import { goQuote } from '../../go/text/quote.ts'
import { plainText } from '../errors/plain-text.ts'
import { isOnlyIfCached } from '../request/is-only-if-cached.ts'
import type { Parsed } from '../request/request.ts'

/**
 * Answers 412 for `Cache-Control: only-if-cached` if the content is not local
 * (specs.ipfs.tech/http-gateways/path-gateway, "Cache-Control").
 */
export async function onlyIfCached (
  { request, contentPath, headers, backend, life }: Parsed
): Promise<Response | undefined> {
  if (!isOnlyIfCached(request)) {
    return undefined
  }

  // The root of mutable files is local. Missing blocks below it are reported later.
  if (contentPath.namespace !== 'mfs' && !await backend.isCached(contentPath, life)) {
    return plainText(headers, `${goQuote(contentPath.text)} not in local datastore`, 412)
  }

  return request.method === 'HEAD' ? new Response(null, { headers }) : undefined
}
