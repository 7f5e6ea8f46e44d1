import type { Config } from '../values/config.ts'
import { authorizations } from './authorizations.ts'
import { authorized } from './authorized.ts'

/** Path with which any setting can be reverted. */
const CONFIG_PATH = '/api/v0/config'

/**
 * Returns whether `API.Authorizations` allows no client to change the configuration. In a browser the owner has no file
 * to edit instead. A secret that no header can carry matches no client.
 */
export function locksOutAdmin (config: Config): boolean {
  const entries = authorizations(config)
  return entries.length > 0 &&
    !entries.some(({ header }) => header != null && canBeSent(header) && authorized(config, CONFIG_PATH, header))
}

function canBeSent (header: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]+$/.test(header) && header === header.trim()
}
