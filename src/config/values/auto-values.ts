import { BUILT_IN, isAutoConfEnabled } from './auto-conf.ts'
import type { AutoConfCache, Recommended } from './auto-conf.ts'
import { getIn, setIn } from './config.ts'
import type { Config, Json } from './config.ts'

/** Stands for values that the network's operators recommend. */
export const AUTO = 'auto'

const READ_PATHS = ['/routing/v1/providers', '/routing/v1/peers', '/routing/v1/ipns']
const WRITE_PATHS = ['/routing/v1/ipns']

/** Keys that accept the value `auto`, with functions that expand it (Kubo `config/autoconf.go`). */
const EXPANDERS: Record<string, (config: Config, recommended: Recommended | undefined) => Json> = {
  Bootstrap: (config, recommended) => expandList(getIn(config, 'Bootstrap'), bootstrapPeers(config, recommended)),
  'DNS.Resolvers': (config, recommended) => expandResolvers(config, recommended),
  'Routing.DelegatedRouters': (config, recommended) =>
    expandEndpoints(config, recommended, 'Routing.DelegatedRouters', READ_PATHS),
  'Ipns.DelegatedPublishers': (config, recommended) =>
    expandEndpoints(config, recommended, 'Ipns.DelegatedPublishers', WRITE_PATHS)
}

/**
 * Replaces `auto` in a configuration. Nothing is fetched.
 *
 * @param autoConf - the recommendations of the node; without it those at build time
 */
export function expandAuto (config: Config, autoConf?: AutoConfCache): Config {
  return Object.keys(EXPANDERS).reduce(
    (expanded, key) =>
      getIn(config, key) === undefined ? expanded : setIn(expanded, key, expandValue(config, key, null, autoConf)),
    config
  )
}

/**
 * Replaces `auto` in the value of a key. Values of other keys are returned unchanged.
 *
 * @param autoConf - as for `expandAuto`
 */
export function expandValue (config: Config, key: string, value: Json, autoConf?: AutoConfCache): Json {
  if (!Object.hasOwn(EXPANDERS, key)) {
    return value
  }

  return EXPANDERS[key](
    config,
    isAutoConfEnabled(config) ? autoConf?.recommended(config) ?? BUILT_IN : undefined
  )
}

/** Returns the routing systems that the node takes part in itself, so that it need not ask others for them. */
function nativeSystems (config: Config): string[] {
  return ['dht', 'dhtclient', 'dhtserver', 'auto', 'autoclient'].includes(
      getIn(config, 'Routing.Type') as string ?? 'auto'
    )
    ? ['AminoDHT']
    : []
}

function bootstrapPeers (config: Config, recommended: Recommended | undefined): string[] {
  return [...new Set(nativeSystems(config).flatMap((system) => recommended?.Bootstrap[system] ?? []))]
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

function expandResolvers (config: Config, { DNSResolvers = {} }: Partial<Recommended> = {}): Json {
  const resolvers = getIn(config, 'DNS.Resolvers')

  if (typeof resolvers !== 'object' || resolvers === null) {
    return {}
  }

  const chosen = Object.fromEntries(
    Object.entries(DNSResolvers).filter(([, urls]) => urls.length > 0)
      .map(([domain, urls]) => [domain, urls[Math.floor(Math.random() * urls.length)]])
  )
  const own = Object.entries(resolvers).flatMap(([domain, url]) => {
    if (url !== AUTO) {
      return [[domain, url]]
    }

    return Object.hasOwn(chosen, domain) ? [[domain, chosen[domain]]] : []
  })
  return { ...chosen, ...Object.fromEntries(own) as Config }
}

function expandEndpoints (
  config: Config,
  { DelegatedEndpoints = [] }: Partial<Recommended> = {},
  key: string,
  paths: string[]
): Json {
  const native = nativeSystems(config)
  const recommended = DelegatedEndpoints.filter(({ Systems }) => !Systems.some((system) => native.includes(system)))
  const urls = recommended.flatMap(({ URL, Read, Write }) =>
    [...new Set([...Read, ...Write])].filter((path) => paths.includes(path)).map((path) =>
      URL.replace(/\/+$/, '') + path
    )
  )
  return expandList(getIn(config, key), urls).map((url) => typeof url === 'string' ? url.replace(/\/+$/, '') : url)
}
