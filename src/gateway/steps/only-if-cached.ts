import { goQuote } from '../../go/quote.ts'
import { isOnlyIfCached } from '../is-only-if-cached.ts'
import { plainText } from '../plain-text.ts'
import type { Parsed } from '../request.ts'

/** `Cache-Control: only-if-cached`: what is not here is 412 at once (specs.ipfs.tech/http-gateways/path-gateway, "Cache-Control"). */
export async function onlyIfCached ({ request, contentPath, headers, backend, life }: Parsed): Promise<Response | undefined> {
  if (!isOnlyIfCached(request)) {
    return undefined
  }

  // the root of mutable files is here, and what is not is told in its turn
  if (contentPath.namespace !== 'mfs' && !await backend.isCached(contentPath, life)) {
    return plainText(headers, `${goQuote(contentPath.text)} not in local datastore`, 412)
  }

  return request.method === 'HEAD' ? new Response(null, { headers }) : undefined
}
