import type { Config } from '../values/config.ts'
import { authorizations } from './authorizations.ts'

/** Open to every known token, whatever its paths (Kubo `corehttp/commands.go`). */
const OPEN_PATHS = ['/api/v0/version']

/**
 * Whether `API.Authorizations` lets a request pass: with no entry set, always; otherwise with an `Authorization` header
 * that fits an entry whose paths allow this one.
 *
 * @param path - with `/api/v0` before it
 */
export function authorized (config: Config, path: string, header: string | null): boolean {
  const entries = authorizations(config)

  if (entries.length === 0) {
    return true
  }

  // of two entries with the same secret the later one counts
  const entry = header == null ? undefined : entries.findLast((entry) => entry.header === header)

  return entry != null && (OPEN_PATHS.includes(path) || entry.paths.some((prefix) => path.startsWith(prefix)))
}
