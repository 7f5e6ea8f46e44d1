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

  const entry = header == null ? undefined : entries.find(({ AuthSecret }) => AuthSecret != null && expectedHeader(AuthSecret) === header)

  return entry != null && (OPEN_PATHS.includes(path) || (entry.AllowedPaths ?? []).some((prefix) => path.startsWith(prefix)))
}

/** `bearer:TOKEN`, `basic:USER:PASSWORD` or `basic:BASE64` as the header that a client sends. */
function expectedHeader (secret: string): string {
  const colon = secret.indexOf(':')
  const kind = colon < 0 ? '' : secret.slice(0, colon).toLowerCase()
  const value = secret.slice(colon + 1)

  if (kind === 'basic') {
    return `Basic ${value.includes(':') ? toBase64(value) : value}`
  }

  // a secret without a kind is a bearer token
  return `Bearer ${kind === 'bearer' ? value : secret}`
}

function toBase64 (text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
