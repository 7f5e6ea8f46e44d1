import { usableConfig } from '../document/usable-config.ts'
import { getIn } from '../values/config.ts'
import type { Config } from '../values/config.ts'

/** An entry of `API.Authorizations`. */
export interface Authorization {
  /** `Authorization` header of a client that knows the secret; undefined for an entry that matches no client */
  header: string | undefined
  /** prefixes of the paths that the entry allows */
  paths: readonly string[]
}

/**
 * Returns the entries of `API.Authorizations`; none if everybody may use the API. An entry that cannot be read matches
 * no client.
 */
export function authorizations (config: Config): Authorization[] {
  const entries = getIn(usableConfig(config).config, 'API.Authorizations') as
    | Record<string, { AuthSecret?: string; AllowedPaths?: string[] }>
    | undefined
  return Object.values(entries ?? {}).map(({ AuthSecret = '', AllowedPaths = [] }) => ({
    header: expectedHeader(AuthSecret),
    paths: AllowedPaths
  }))
}

/**
 * Returns the header that a client sends for `bearer:TOKEN`, `basic:USER:PASSWORD` or `basic:BASE64`. A secret without
 * a kind is a bearer token (Kubo `config/api.go`).
 *
 * @returns undefined for no secret and for one of another kind, which match no header
 */
function expectedHeader (secret: string): string | undefined {
  const colon = secret.indexOf(':')
  const value = secret.slice(colon + 1)

  switch (colon < 0 ? 'bearer' : secret.slice(0, colon)) {
    case 'basic':
      return `Basic ${value.includes(':') ? toBase64(value) : value}`
    case 'bearer':
      return secret === '' ? undefined : `Bearer ${value}`
    default:
      return undefined
  }
}

function toBase64 (text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
}
