import { parseCid } from '../cid/parse-cid.ts'
import { formatHttpDate } from '../http/http-date.ts'
import { plainText } from '../gateway/plain-text.ts'

/** An answer without results is worth little soon after. */
const EMPTY_CACHE = 'public, max-age=15, stale-while-revalidate=172800, stale-if-error=172800'

/**
 * The delegated routing API of the gateway port (specs.ipfs.tech/routing/http-routing-v1) for a node that has no router of its
 * own: it knows no providers.
 *
 * @param headers - to begin with
 */
export function routingV1 (path: string, headers: Headers): Response {
  const [, , , kind, key, ...more] = path.split('/')

  if (kind !== 'providers' || key == null || more.length > 0) {
    return plainText(headers, '404 page not found', 404)
  }

  try {
    parseCid(key)
  } catch (err) {
    return plainText(headers, `unable to parse CID: ${(err as Error).message}`, 400)
  }

  const body = '{"Providers":[]}'
  headers.set('Cache-Control', EMPTY_CACHE)
  headers.set('Content-Type', 'application/json')
  headers.set('Content-Length', String(body.length))
  headers.set('Last-Modified', formatHttpDate(Date.now()))
  headers.set('Vary', 'Accept')
  return new Response(body, { headers })
}
