import type { ConfigStore } from '../config/config-store.ts'
import { plainError } from './plain-responses.ts'

interface Authorization { AuthSecret?: string, AllowedPaths?: string[] }

/** Open to every known token, whatever its paths (Kubo `corehttp/commands.go`). */
const OPEN_PATHS = ['/api/v0/version']

/** The answer to a request that `API.Authorizations` of the configuration does not let pass; undefined for one that may. */
export function refuseUnauthorized (config: ConfigStore, path: string, header: string | null): Response | undefined {
  return authorized(config, path, header)
    ? undefined
    : plainError('Kubo RPC Access Denied: Please provide a valid authorization token as defined in the API.Authorizations configuration.', 403)
}

/** With no entry set, always; otherwise with an `Authorization` header that fits an entry whose paths allow this one. */
function authorized (config: ConfigStore, path: string, header: string | null): boolean {
  const entries = Object.values(config.get<Record<string, never>>('API.Authorizations') ?? {}) as Authorization[]

  if (entries.length === 0) {
    return true
  }

  // of two entries with the same secret the later one counts
  const entry = header == null ? undefined : entries.findLast(({ AuthSecret }) => expectedHeader(AuthSecret ?? '') === header)

  return entry != null && (OPEN_PATHS.includes(path) || (entry.AllowedPaths ?? []).some((prefix) => path.startsWith(prefix)))
}

/**
 * The header that a client sends for `bearer:TOKEN`, `basic:USER:PASSWORD` or `basic:BASE64`; a secret without a kind is a
 * bearer token (Kubo `config/api.go`).
 *
 * @returns undefined for no secret and for one of another kind, which then fits no header
 */
function expectedHeader (secret: string): string | undefined {
  const colon = secret.indexOf(':')
  const value = secret.slice(colon + 1)

  switch (colon < 0 ? 'bearer' : secret.slice(0, colon)) {
    case 'basic': return `Basic ${value.includes(':') ? toBase64(value) : value}`
    case 'bearer': return secret === '' ? undefined : `Bearer ${value}`
    default: return undefined
  }
}

function toBase64 (text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
