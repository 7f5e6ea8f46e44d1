import type { ConfigStore } from '../node/config/config-store.ts'

interface Authorization { AuthSecret?: string, AllowedPaths?: string[] }

/** Open to every known token, whatever its paths (Kubo `corehttp/commands.go`). */
const OPEN_PATHS = ['/api/v0/version']

/**
 * Whether a request may pass `API.Authorizations` of the configuration: with none set, always; otherwise with an
 * `Authorization` header that fits an entry whose paths allow this one.
 */
export function authorized (config: ConfigStore, path: string, header: string | null): boolean {
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
