import type { ConfigStore } from '../../config/config-store.ts'
import { isPrivateUrl } from '../../config/types/is-private-url.ts'
import { AUTO, expandValue } from '../../config/values/auto-values.ts'
import { isObject } from '../../config/values/config.ts'
import type { Config, Json } from '../../config/values/config.ts'

/** The settings with routers, for lookup and for publishing. */
const KEYS = { read: 'Routing.DelegatedRouters', write: 'Ipns.DelegatedPublishers' } as const

/** A router that only has providers, even if its URL says more (Kubo `routingopt.go`, `CidContactRoutingURL`). */
const PROVIDERS_ONLY = 'https://cid.contact'

/** The routing types of Kubo that use delegated routers (`core/node/libp2p/routingopt.go`). */
const WITH_ROUTERS = ['auto', 'autoclient', 'delegated']

/** For each use: the path of its API, the setting with its routers, and its method in `Routing.Methods`. */
const USES = {
  providers: { path: 'providers', list: 'read', method: 'find-providers' },
  peers: { path: 'peers', list: 'read', method: 'find-peers' },
  ipns: { path: 'ipns', list: 'read', method: 'get-ipns' },
  'put-ipns': { path: 'ipns', list: 'write', method: 'put-ipns' },
  // Listed routers get no provider records, because no specification defines that (Kubo `routingopt.go`,
  // `ProvideRouter`).
  provide: { path: 'providers', list: undefined, method: 'provide' }
} as const

export interface RouterSettingsOptions {
  /** Whether `auto` and unset values mean the recommendations of the network's operators. */
  auto: boolean
  /** The use of the routers; default `providers`. */
  use?: keyof typeof USES
  /** Routers of the node's own network, which support every use; ignored with `Routing.Type` none. */
  own?: readonly string[]
}

/** The maximum nesting of routers. */
const MAX_DEPTH = 8

/**
 * Returns the base URLs of the configured delegated routers for a use: `Routing.DelegatedRouters`,
 * `Ipns.DelegatedPublishers`, or, for `Routing.Type=custom`, those of `Routing.Methods`. `auto` means all routers of
 * AutoConf, including those that Kubo replaces by its own DHT, because a browser reaches few DHT servers.
 *
 * Only https URLs, or those on this machine, because http would reveal the lookups.
 */
export function routerSettings (
  config: ConfigStore,
  { auto, use = 'providers', own = [] }: RouterSettingsOptions
): string[] {
  const type = config.get<string | null>('Routing.Type') ?? AUTO
  const urls = configuredRouters(config, { type, auto, use })
  return [
    ...new Set([...type === 'none' ? [] : own, ...urls.map((url) => baseFor(use, url)).filter((url) => url != null)])
  ]
}

function configuredRouters (
  config: ConfigStore,
  { type, auto, use }: { type: string; auto: boolean; use: keyof typeof USES }
): string[] {
  const { list, method } = USES[use]

  if (type === 'custom') {
    return customRouters(config, method)
  }

  return WITH_ROUTERS.includes(type) && list != null ? delegatedRouters(config, KEYS[list], auto) : []
}

function delegatedRouters (config: ConfigStore, key: typeof KEYS[keyof typeof KEYS], auto: boolean): string[] {
  const named = config.get<string[] | null>(key) ?? []

  if (!auto) {
    return named.filter((url) => url !== AUTO)
  }

  const surroundings: Config = {
    AutoConf: config.get<Config>('AutoConf') ?? {},
    Routing: { Type: 'delegated', DelegatedRouters: named },
    Ipns: { DelegatedPublishers: named }
  }
  return expandValue(surroundings, key, named, config.autoConf) as string[]
}

/**
 * Returns the base URL if the router supports the use. A path in its URL restricts the uses (boxo
 * `autoconf/delegated_routing.go`).
 */
function baseFor (use: keyof typeof USES, text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isForIt = url != null && ['', `/routing/v1/${USES[use].path}`].includes(url.pathname.replace(/\/+$/, ''))
  return isForIt && isPrivateUrl(url) && (url.origin !== PROVIDERS_ONLY || use === 'providers') ? url.origin : undefined
}

function customRouters (config: ConfigStore, name: string): string[] {
  const method = config.get<Config>('Routing.Methods')?.[name]
  const router = isObject(method) ? method.RouterName : undefined
  return typeof router !== 'string'
    ? []
    : routerEndpoints(config.get<Config>('Routing.Routers') ?? {}, router, MAX_DEPTH)
}

/**
 * Returns the HTTP routers of a named router, recursively. Whether several are asked sequentially or in parallel makes
 * no difference to the result.
 */
function routerEndpoints (routers: Config, name: string, depth: number): string[] {
  const router = Object.hasOwn(routers, name) ? routers[name] : undefined

  if (!isObject(router) || !isObject(router.Parameters) || depth === 0) {
    return []
  }

  const { Endpoint, Routers } = router.Parameters as { Endpoint?: Json; Routers?: Json }

  switch (router.Type) {
    case 'http':
      return typeof Endpoint === 'string' ? [Endpoint] : []
    case 'parallel':
    case 'sequential':
      return (Array.isArray(Routers) ? Routers : []).flatMap((part) =>
        isObject(part) && typeof part.RouterName === 'string'
          ? routerEndpoints(routers, part.RouterName, depth - 1)
          : []
      )
    default:
      return []
  }
}
