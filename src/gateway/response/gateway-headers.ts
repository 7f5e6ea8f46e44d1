import { canonicalHeader } from '../../go/url/canonical-header.ts'
import { headerValue } from '../../http/headers/header-value.ts'
import type { GatewayConfig } from '../request/config.ts'

const ALLOW_HEADERS = ['Content-Type', 'Range', 'User-Agent', 'X-Requested-With']
const EXPOSE_HEADERS = [
  'Content-Length',
  'Content-Range',
  'X-Chunked-Output',
  'X-Ipfs-Path',
  'X-Ipfs-Roots',
  'X-Stream-Output'
]

/**
 * Returns the initial headers of every answer (boxo `gateway/headers.go`): those of `Gateway.HTTPHeaders`, and CORS
 * headers that allow every origin unless these say otherwise. Several values of a header are joined into one, because a
 * page sees only one.
 */
export function gatewayHeaders (config: Pick<GatewayConfig, 'httpHeaders'>): Headers {
  const known = made.get(config) ?? makeHeaders(config)
  made.set(config, known)
  return new Headers(known)
}

const made = new WeakMap<Pick<GatewayConfig, 'httpHeaders'>, Headers>()

function makeHeaders ({ httpHeaders }: Pick<GatewayConfig, 'httpHeaders'>): Headers {
  const headers = new Headers()

  for (const [name, values] of Object.entries(httpHeaders)) {
    if (values.length > 0) {
      headers.set(name, values.map(headerValue).join(', '))
    }
  }

  if (!headers.has('Access-Control-Allow-Origin')) {
    headers.set('Access-Control-Allow-Origin', '*')
  }

  if (!headers.has('Access-Control-Allow-Methods')) {
    headers.set('Access-Control-Allow-Methods', 'GET, HEAD, OPTIONS')
  }

  headers.set('Access-Control-Allow-Headers', union(ALLOW_HEADERS, headers.get('Access-Control-Allow-Headers')))
  headers.set('Access-Control-Expose-Headers', union(EXPOSE_HEADERS, headers.get('Access-Control-Expose-Headers')))
  return headers
}

function union (names: string[], configured: string | null): string {
  const own = (configured ?? '').split(',').map((name) => canonicalHeader(name.trim())).filter((name) => name !== '')
  return [...new Set([...names, ...own])].sort().join(', ')
}
