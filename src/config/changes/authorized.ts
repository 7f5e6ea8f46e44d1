import type { Config } from '../values/config.ts'
import { authorizations } from './authorizations.ts'

/** Paths that every known token may call, even if its entry does not list them (Kubo `corehttp/commands.go`). */
const OPEN_PATHS = ['/api/v0/version']

/**
 * Returns whether `API.Authorizations` allows a request. If there are no entries, allows every request. Otherwise an
 * entry must match the `Authorization` header and list the path.
 *
 * @param path - with the prefix `/api/v0`
 */
export function authorized (config: Config, path: string, header: string | null): boolean {
  const entries = authorizations(config)

  if (entries.length === 0) {
    return true
  }

  // If two entries have the same secret, the later one counts.
  const entry = header == null ? undefined : entries.findLast((entry) => entry.header === header)

  return entry != null && (OPEN_PATHS.includes(path) || entry.paths.some((prefix) => path.startsWith(prefix)))
}
