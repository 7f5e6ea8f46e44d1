import { defineError } from '../../errors/define-error.ts'
import { usableConfig } from '../document/usable-config.ts'
import { checkDepth } from '../values/check-depth.ts'
import type { Config } from '../values/config.ts'
import { authorizations } from './authorizations.ts'
import { authorized } from './authorized.ts'

/** Maximum size. A complete configuration of Kubo has 4 KiB. It is held in memory and stored as one value. */
const MAX_CONFIG_BYTES = 1024 * 1024

/** Thrown for a change of the configuration that the node refuses. */
export class ConfigError extends defineError('ConfigError') {}

/**
 * Checks the rules for every change of a configuration: all values can be used by the code that reads them, at least
 * one client may still change the configuration, and its size is bounded. Invalid values that existed before may stay.
 *
 * @throws ConfigError
 */
export function checkChange (before: Config, next: Config): void {
  checkDepth(next)

  const old = new Set(usableConfig(before).problems.map(({ message }) => message))
  const fresh = usableConfig(next).problems.find(({ message }) => !old.has(message))

  if (fresh != null) {
    throw new ConfigError(fresh.message)
  }

  if (jsonText(usableConfig(before).config.API) !== jsonText(usableConfig(next).config.API) && locksOutAdmin(next)) {
    throw new ConfigError(
      'API.Authorizations would leave nobody who may change the configuration again: give one entry a secret ' +
        'and a path that includes /api/v0/config'
    )
  }

  if (jsonText(next).length > MAX_CONFIG_BYTES) {
    throw new ConfigError(`the configuration would be larger than ${MAX_CONFIG_BYTES} bytes`)
  }
}

function jsonText (value: unknown): string {
  return JSON.stringify(value) ?? ''
}

/** Path with which any setting can be reverted. */
const CONFIG_PATH = '/api/v0/config'

/**
 * Returns whether `API.Authorizations` allows no client to change the configuration. In a browser the owner has no file
 * to edit instead. A secret that no header can carry matches no client.
 */
function locksOutAdmin (config: Config): boolean {
  const entries = authorizations(config)
  return entries.length > 0 &&
    !entries.some(({ header }) => header != null && canBeSent(header) && authorized(config, CONFIG_PATH, header))
}

function canBeSent (header: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]+$/.test(header) && header === header.trim()
}
