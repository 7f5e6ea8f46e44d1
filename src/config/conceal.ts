import { getIn, setIn } from './config-path.ts'
import type { Config } from './config.ts'

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

/** A configuration that may be shown: no private key, no authorizations, no keys of pinning services. */
export function conceal (config: Config): Config {
  const identity = withoutKey(config.Identity as Config | undefined, 'privkey')
  const services = getIn(config, 'Pinning.RemoteServices') as Record<string, Config> | null | undefined
  let shown: Config = { ...config, ...(identity == null ? {} : { Identity: identity }) }

  if (getIn(config, 'API.Authorizations') != null) {
    shown = setIn(shown, 'API.Authorizations', {})
  }

  if (services != null) {
    const named = Object.entries(services).map(([name, service]): [string, Config] => [name, { ...service, API: withoutKey(service.API as Config | undefined, 'key') ?? {} }])
    shown = setIn(shown, 'Pinning.RemoteServices', Object.fromEntries(named))
  }

  return shown
}

function withoutKey (section: Config | undefined, lower: string): Config | undefined {
  return section == null ? undefined : Object.fromEntries(Object.entries(section).filter(([key]) => key.toLowerCase() !== lower))
}
