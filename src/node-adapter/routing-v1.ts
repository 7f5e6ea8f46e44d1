import { parseCid } from '../cid/parse-cid.ts'
import { parsePeerId } from '../cid/peer-id/parse-peer-id.ts'
import { formatHttpDate } from '../http/http-date.ts'
import { plainText } from '../gateway/plain-text.ts'

/** An answer without results is worth little soon after. */
const EMPTY_CACHE = 'public, max-age=15, stale-while-revalidate=172800, stale-if-error=172800'

interface Kind {
  /** name of the list in the answer */
  list: string
  /** reads the key, and throws when it is none */
  parse: (key: string) => unknown
  wrong: (key: string, reason: string) => string
}

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['providers', { list: 'Providers', parse: parseCid, wrong: (_, reason) => `unable to parse CID: ${reason}` }],
  ['peers', { list: 'Peers', parse: parsePeerId, wrong: (key, reason) => `unable to parse PeerID ${JSON.stringify(key)}: ${reason}` }]
])

/**
 * The delegated routing API of the gateway port (specs.ipfs.tech/routing/http-routing-v1) for a node that has no router of its
 * own: it knows no providers and no peers. Kubo's routes take no method but GET, not even HEAD or OPTIONS (boxo
 * `routing/http/server/server.go`).
 *
 * @param headers - to begin with
 */
export function routingV1 (method: string, path: string, headers: Headers): Response {
  const [, , , name, key, ...more] = path.split('/')
  const kind = KINDS.get(name)

  if (kind == null || key == null || more.length > 0) {
    return plainText(headers, '404 page not found', 404)
  }

  if (method !== 'GET') {
    return new Response(null, { status: 405, headers })
  }

  try {
    kind.parse(key)
  } catch (err) {
    return plainText(headers, kind.wrong(key, (err as Error).message), 400)
  }

  const body = `{"${kind.list}":[]}`
  headers.set('Cache-Control', EMPTY_CACHE)
  headers.set('Content-Type', 'application/json')
  headers.set('Content-Length', String(body.length))
  headers.set('Last-Modified', formatHttpDate(Date.now()))
  headers.set('Vary', 'Accept')
  return new Response(body, { headers })
}
