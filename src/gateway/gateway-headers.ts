import { canonicalHeader } from '../go/canonical-header.ts'
import { headerValue } from '../http/header-value.ts'
import type { GatewayConfig } from './config.ts'

const ALLOW_HEADERS = ['Content-Type', 'Range', 'User-Agent', 'X-Requested-With']
const EXPOSE_HEADERS = ['Content-Length', 'Content-Range', 'X-Chunked-Output', 'X-Ipfs-Path', 'X-Ipfs-Roots', 'X-Stream-Output']

/**
 * The headers that every answer of the gateway begins with (boxo `gateway/headers.go`): those of `Gateway.HTTPHeaders`, and
 * leave for every origin unless they say otherwise. Several lines of a name are joined into one, as a page sees only one.
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
