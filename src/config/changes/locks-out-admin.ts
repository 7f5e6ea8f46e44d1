import type { Config } from '../values/config.ts'
import { authorizations } from './authorizations.ts'
import { authorized } from './authorized.ts'

/** What takes back any setting. */
const CONFIG_PATH = '/api/v0/config'

/**
 * Whether `API.Authorizations` leaves nobody who may change the configuration. In a browser there is no file that its
 * owner could edit instead. A secret that no header can carry is nobody's.
 */
export function locksEverybodyOut (config: Config): boolean {
  const entries = authorizations(config)
  return entries.length > 0 &&
    !entries.some(({ header }) => header != null && canBeSent(header) && authorized(config, CONFIG_PATH, header))
}

function canBeSent (header: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]+$/.test(header) && header === header.trim()
}
