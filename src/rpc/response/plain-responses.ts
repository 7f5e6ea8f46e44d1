import { authorized } from '../../config/changes/authorized.ts'
import type { ConfigStore } from '../../config/config-store.ts'
import { encodeUtf8 } from '../../go/text/utf8.ts'
import { headerValue } from '../../http/headers/header-value.ts'
import { KUBO_VERSION } from '../../repo/version.ts'

const EXPOSED = 'X-Stream-Output, X-Chunked-Output, X-Content-Length'

/**
 * Headers that the configuration cannot set: the CORS layer owns them (Kubo `corehttp/commands.go`, go-ipfs-cmds
 * `config.go`).
 */
const CORS_OWNED = ['access-control-allow-origin', 'access-control-allow-methods', 'access-control-allow-credentials']

/** Returns a plain text error like Go's `http.Error`: the text with a newline and `nosniff`, plus the given headers. */
export function plainError (message: string, status: number, before: HeadersInit = {}): Response {
  const body = encodeUtf8(`${message}\n`)
  const headers = new Headers(before)
  headers.set('Content-Type', 'text/plain; charset=utf-8')
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Content-Length', String(body.byteLength))
  headers.set('Vary', 'Origin')
  return new Response(body, { status, headers })
}

/** Returns the headers of every command response, beginning with those of `API.HTTPHeaders`. */
export function apiHeaders (config: ConfigStore): Headers {
  const headers = ownHeaders(config)
  headers.set('Access-Control-Allow-Headers', EXPOSED)
  headers.set('Access-Control-Expose-Headers', EXPOSED)
  headers.set('Trailer', 'X-Stream-Error')
  headers.set('Vary', 'Origin')
  return headers
}

/** Returns the headers from the settings and the server name. Errors before a known command runs have only these. */
export function ownHeaders (config: ConfigStore): Headers {
  const headers = new Headers()

  for (const [name, values] of Object.entries(config.get<Record<string, string[]>>('API.HTTPHeaders') ?? {})) {
    if (!CORS_OWNED.includes(name.toLowerCase()) && values.length > 0) {
      headers.set(name, values.map(headerValue).join(', '))
    }
  }

  headers.set('Server', `kubo/${KUBO_VERSION}`)
  return headers
}

/** Returns the error response to a request that `API.Authorizations` refuses; undefined for an allowed one. */
export function refuseUnauthorized (config: ConfigStore, path: string, header: string | null): Response | undefined {
  return authorized(config.all(), path, header)
    ? undefined
    : plainError(
      'Kubo RPC Access Denied: Please provide a valid authorization token as defined in the API.Authorizations ' +
        'configuration.',
      403
    )
}
