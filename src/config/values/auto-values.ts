import fallback from './autoconf-fallback.json' with { type: 'json' }
import { getIn, setIn } from './config.ts'
import type { Config, Json } from './config.ts'

/** Stands for values that the network's operators recommend. */
export const AUTO = 'auto'

const READ_PATHS = ['/routing/v1/providers', '/routing/v1/peers', '/routing/v1/ipns']
const WRITE_PATHS = ['/routing/v1/ipns']

/** Keys that accept the value `auto`, with functions that expand it (Kubo `config/autoconf.go`). */
const EXPANDERS: Record<string, (config: Config) => Json> = {
  Bootstrap: (config) =>
    expandList(getIn(config, 'Bootstrap'), isAutoConfEnabled(config) ? bootstrapPeers(config) : []),
  'DNS.Resolvers': (config) => expandResolvers(config),
  'Routing.DelegatedRouters': (config) => expandEndpoints(config, 'Routing.DelegatedRouters', READ_PATHS),
  'Ipns.DelegatedPublishers': (config) => expandEndpoints(config, 'Ipns.DelegatedPublishers', WRITE_PATHS)
}

/** Replaces `auto` in a configuration. The recommendations are those known at build time; nothing is fetched. */
export function expandAuto (config: Config): Config {
  return Object.entries(EXPANDERS).reduce(
    (expanded, [key, expand]) => getIn(config, key) === undefined ? expanded : setIn(expanded, key, expand(config)),
    config
  )
}

/** Replaces `auto` in the value of a key. Values of other keys are returned unchanged. */
export function expandValue (config: Config, key: string, value: Json): Json {
  return Object.hasOwn(EXPANDERS, key) ? EXPANDERS[key](config) : value
}

function isAutoConfEnabled (config: Config): boolean {
  return getIn(config, 'AutoConf.Enabled') !== false
}

/** Returns the routing systems that the node takes part in itself, so that it need not ask others for them. */
function nativeSystems (config: Config): string[] {
  return ['dht', 'dhtclient', 'dhtserver', 'auto', 'autoclient'].includes(
      getIn(config, 'Routing.Type') as string ?? 'auto'
    )
    ? ['AminoDHT']
    : []
}

function bootstrapPeers (config: Config): string[] {
  const known: Record<string, string[]> = fallback.Bootstrap
  return [...new Set(nativeSystems(config).flatMap((system) => known[system] ?? []))]
}

/** Replaces the first `auto` by the recommended values, and drops further ones. */
function expandList (list: Json | undefined, recommended: string[]): Json[] {
  const items = Array.isArray(list) ? list : []
  const first = items.indexOf(AUTO)
  return items.flatMap((item, i) => {
    if (item !== AUTO) {
      return [item]
    }

    return i === first ? recommended : []
  })
}

function expandResolvers (config: Config): Json {
  const resolvers = getIn(config, 'DNS.Resolvers')

  if (typeof resolvers !== 'object' || resolvers === null) {
    return {}
  }

  const recommended: Record<string, string[]> = isAutoConfEnabled(config) ? fallback.DNSResolvers : {}
  const chosen = Object.fromEntries(
    Object.entries(recommended).map(([domain, urls]) => [domain, urls[Math.floor(Math.random() * urls.length)]])
  )
  const own = Object.entries(resolvers).flatMap(([domain, url]) => {
    if (url !== AUTO) {
      return [[domain, url]]
    }

    return Object.hasOwn(chosen, domain) ? [[domain, chosen[domain]]] : []
  })
  return { ...chosen, ...Object.fromEntries(own) as Config }
}

function expandEndpoints (config: Config, key: string, paths: string[]): Json {
  const native = nativeSystems(config)
  const recommended = isAutoConfEnabled(config)
    ? fallback.DelegatedEndpoints.filter(({ Systems }) => !Systems.some((system) => native.includes(system)))
    : []
  const urls = recommended.flatMap(({ URL, Read, Write }) =>
    [...new Set([...Read, ...Write])].filter((path) => paths.includes(path)).map((path) => `${URL}${path}`)
  )
  return expandList(getIn(config, key), urls).map((url) => typeof url === 'string' ? url.replace(/\/+$/, '') : url)
}
