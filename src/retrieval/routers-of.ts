import { AUTO, expandValue } from '../config/auto-values.ts'
import { isObject } from '../config/config.ts'
import type { Config, Json } from '../config/config.ts'
import type { ConfigStore } from '../config/config-store.ts'
import { isPrivateUrl } from '../config/types/is-private-url.ts'

/** Where routers are named, by whether they are asked or told. */
const KEYS = { read: 'Routing.DelegatedRouters', write: 'Ipns.DelegatedPublishers' } as const

/** Knows providers alone, whatever its URL promises (Kubo `routingopt.go`, `CidContactRoutingURL`). */
const PROVIDERS_ONLY = 'https://cid.contact'

/** Types that ask delegated routers, of those that Kubo has (`core/node/libp2p/routingopt.go`). */
const WITH_ROUTERS = ['auto', 'autoclient', 'delegated']

/** What a router is asked for, or told: the path for it, the list it stands on, and the method of `Routing.Methods` that says whom to ask for it. */
const USES = {
  providers: { path: 'providers', list: 'read', method: 'find-providers' },
  peers: { path: 'peers', list: 'read', method: 'find-peers' },
  ipns: { path: 'ipns', list: 'read', method: 'get-ipns' },
  'put-ipns': { path: 'ipns', list: 'write', method: 'put-ipns' },
  // no router that is only named is told: there is no specification that says how (Kubo `routingopt.go`, `ProvideRouter`)
  provide: { path: 'providers', list: undefined, method: 'provide' }
} as const

export interface RoutersOfOptions {
  /** whether `auto`, and what is not set, stands for what the network's operators recommend */
  auto: boolean
  /** what for: who has a block, addresses of a peer, records of names; to tell them records of names, and what is here */
  use?: keyof typeof USES
  /** routers of the node's own network, which know of everything and are told everything; not with `Routing.Type` none */
  own?: readonly string[]
}

/** Routers within routers. */
const MAX_DEPTH = 8

/**
 * The base URLs of the delegated routers that the configuration has asked or told: `Routing.DelegatedRouters`,
 * `Ipns.DelegatedPublishers`, or for `Routing.Type=custom` those that `Routing.Methods` leads to. `auto` stands for all that AutoConf has, also for
 * those whose work a Kubo does by its own DHT: a node that is no peer asks none, and a browser reaches few of its servers.
 *
 * By https, or on this machine: what is asked for would be read on the way.
 */
export function routersOf (config: ConfigStore, { auto, use = 'providers', own = [] }: RoutersOfOptions): string[] {
  const type = config.get<string | null>('Routing.Type') ?? AUTO
  const { list, method } = USES[use]
  const urls = type === 'custom' ? customRouters(config, method) : WITH_ROUTERS.includes(type) && list != null ? delegatedRouters(config, KEYS[list], auto) : []
  return [...new Set([...type === 'none' ? [] : own, ...urls.map((url) => baseFor(use, url)).filter((url) => url != null)])]
}

function delegatedRouters (config: ConfigStore, key: typeof KEYS[keyof typeof KEYS], auto: boolean): string[] {
  const named = config.get<string[] | null>(key) ?? []

  if (!auto) {
    return named.filter((url) => url !== AUTO)
  }

  const surroundings: Config = { AutoConf: config.get<Config>('AutoConf') ?? {}, Routing: { Type: 'delegated', DelegatedRouters: named }, Ipns: { DelegatedPublishers: named } }
  return expandValue(surroundings, key, named) as string[]
}

/** A path behind the host says what the router can (boxo `autoconf/delegated_routing.go`). */
function baseFor (use: keyof typeof USES, text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isForIt = url != null && ['', `/routing/v1/${USES[use].path}`].includes(url.pathname.replace(/\/+$/, ''))
  return isForIt && isPrivateUrl(url) && (url.origin !== PROVIDERS_ONLY || use === 'providers') ? url.origin : undefined
}

function customRouters (config: ConfigStore, name: string): string[] {
  const method = config.get<Config>('Routing.Methods')?.[name]
  const router = isObject(method) ? method.RouterName : undefined
  return typeof router !== 'string' ? [] : endpoints(config.get<Config>('Routing.Routers') ?? {}, router, MAX_DEPTH)
}

/** The HTTP routers that one leads to. How those of several are asked, one after the other or at once, makes no difference to what is found. */
function endpoints (routers: Config, name: string, depth: number): string[] {
  const router = Object.hasOwn(routers, name) ? routers[name] : undefined

  if (!isObject(router) || !isObject(router.Parameters) || depth === 0) {
    return []
  }

  const { Endpoint, Routers } = router.Parameters as { Endpoint?: Json, Routers?: Json }

  switch (router.Type) {
    case 'http': return typeof Endpoint === 'string' ? [Endpoint] : []
    case 'parallel':
    case 'sequential': return (Array.isArray(Routers) ? Routers : []).flatMap((part) => isObject(part) && typeof part.RouterName === 'string' ? endpoints(routers, part.RouterName, depth - 1) : [])
    default: return []
  }
}
