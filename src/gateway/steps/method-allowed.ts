import { plainText } from '../errors/plain-text.ts'
import type { Incoming } from '../request/request.ts'

const ALLOWED = 'GET, HEAD, OPTIONS'

/**
 * Allows read methods only (specs.ipfs.tech/http-gateways/path-gateway, "HTTP API"). Answers OPTIONS with the CORS
 * headers, for preflights.
 */
export function methodAllowed ({ request: { method }, headers }: Incoming): Response | undefined {
  switch (method) {
    case 'GET':
    case 'HEAD':
      return undefined
    case 'OPTIONS':
      headers.set('Allow', ALLOWED)
      headers.set('Content-Length', '0')
      return new Response(null, { headers })
    default:
      headers.set('Allow', ALLOWED)
      return plainText(headers, `Method ${method} not allowed: read only access`, 405)
  }
}
