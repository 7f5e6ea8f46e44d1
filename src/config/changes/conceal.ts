import { isObject } from '../values/config.ts'
import type { Config, Json } from '../values/config.ts'

/** Complete keys of the identity, compared in lower case. */
const IDENTITY_KEYS = ['identity', 'identity.privkey']

/** Path of the secrets of pinning services; `*` is the name of a service. */
const SERVICE_KEY = ['pinning', 'remoteservices', '*', 'api', 'key']

/**
 * Refuses keys of secrets and of sections that contain secrets (Kubo `core/commands/config.go`).
 *
 * @throws an Error with Kubo's message
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

/** Paths that `conceal` removes (Kubo `core/commands/config.go`, `scrub…`), compared in lower case. */
const CONCEALED = [['identity', 'privkey'], SERVICE_KEY]

/**
 * Returns a configuration that may be shown: without private key, authorizations, and keys of pinning services. A value
 * of the wrong type in place of such a section is removed too, as in Kubo.
 */
export function conceal (config: Config): Config {
  const scrubbed = CONCEALED.reduce<Config>((config, path) => withoutKey(config, path), config)
  return replaceKey(scrubbed, ['api', 'authorizations'], (value) => value == null ? value : {})
}

function withoutKey (config: Config, [name, ...rest]: string[]): Config {
  const kept = Object.entries(config).flatMap(([key, value]): Array<[string, Json]> => {
    if (name !== '*' && key.toLowerCase() !== name) {
      return [[key, value]]
    }

    return rest.length > 0 && isObject(value) ? [[key, withoutKey(value, rest)]] : []
  })

  return Object.fromEntries(kept)
}

function replaceKey (config: Config, [name, ...rest]: string[], change: (value: Json) => Json): Config {
  const changed = Object.entries(config).map(([key, value]): [string, Json] => {
    if (key.toLowerCase() !== name) {
      return [key, value]
    }

    if (rest.length === 0) {
      return [key, change(value)]
    }

    return [key, isObject(value) ? replaceKey(value, rest, change) : value]
  })

  return Object.fromEntries(changed)
}
