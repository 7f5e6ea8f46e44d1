import { isObject } from '../values/config.ts'
import type { Config, Json } from '../values/config.ts'

/** Whole keys that are about the identity, in any case. */
const IDENTITY_KEYS = ['identity', 'identity.privkey']

/** Where the secrets of pinning services stand: `*` is the name of a service. */
const SERVICE_KEY = ['pinning', 'remoteservices', '*', 'api', 'key']

/**
 * Refuses keys that hold secrets, or that something below holds them (Kubo `core/commands/config.go`).
 *
 * @throws an Error with Kubo's words
 */
export function refuseSecret (key: string): void {
  const parts = key.toLowerCase().split('.')

  if (IDENTITY_KEYS.includes(parts.join('.'))) {
    throw new Error('cannot show or change private key through API')
  }

  if (SERVICE_KEY.every((name, i) => i >= parts.length || name === '*' || name === parts[i])) {
    throw new Error('cannot show or change pinning services credentials')
  }
}

/** What `conceal` takes out (Kubo `core/commands/config.go`, `scrub…`), in any case. */
const CONCEALED = [['identity', 'privkey'], SERVICE_KEY]

/**
 * A configuration that may be shown: no private key, no authorizations, no keys of pinning services. What stands in the
 * place of a section that would hold one and is none goes too, as in Kubo.
 */
export function conceal (config: Config): Config {
  const scrubbed = CONCEALED.reduce<Config>((config, path) => without(config, path), config)
  return replaced(scrubbed, ['api', 'authorizations'], (value) => value == null ? value : {})
}

function without (config: Config, [name, ...rest]: string[]): Config {
  const kept = Object.entries(config).flatMap(([key, value]): Array<[string, Json]> => {
    if (name !== '*' && key.toLowerCase() !== name) {
      return [[key, value]]
    }

    return rest.length > 0 && isObject(value) ? [[key, without(value, rest)]] : []
  })

  return Object.fromEntries(kept)
}

function replaced (config: Config, [name, ...rest]: string[], change: (value: Json) => Json): Config {
  const changed = Object.entries(config).map(([key, value]): [string, Json] => {
    if (key.toLowerCase() !== name) {
      return [key, value]
    }

    return [key, rest.length === 0 ? change(value) : isObject(value) ? replaced(value, rest, change) : value]
  })

  return Object.fromEntries(changed)
}
