import { maxBlockBytes } from '../blocks/block-size.ts'
import type { Config } from '../config/config.ts'
import type { ConfigStore } from '../config/config-store.ts'
import { parseBytes } from '../config/parse-bytes.ts'
import type { HttpProvider } from './find-providers.ts'
import { gatewaysOf } from './gateways-of.ts'
import type { GatewaySetting } from './gateways-of.ts'
import { httpAddress } from './http-address.ts'
import { ignoredProviders } from './ignored-providers.ts'
import { isLocalHost } from '../http/is-local-host.ts'
import { mayAskHttp } from './may-ask-http.ts'
import { routersOf } from './routers-of.ts'
import { settingTexts } from './setting-texts.ts'

const DEFAULT_WORKERS = 16
const MAX_WORKERS = 64
const DEFAULT_MAX_BLOCK = '2MiB'

/** Who is asked for what is not here, and within which bounds (Kubo `docs/config.md`: `HTTPRetrieval`, `Routing`, `Peering`). */
export interface RetrievalSettings {
  /** base URLs of delegated routers */
  routers: string[]
  /** trustless gateways that are asked for everything */
  gateways: GatewaySetting[]
  /** requests at once */
  workers: number
  maxBlockBytes: number
  /** of the URLs of a provider that a router, or whoever wants something, has named, those that may be asked */
  allowedUrls: (provider: HttpProvider) => string[]
  /** names the node to routers */
  userAgent?: string
}

export interface RetrievalSettingsOptions {
  /** whether `auto`, and what is not set, stands for what the network's operators recommend; false for a node that must not go out unasked */
  auto: boolean
  /** names the node to routers; left out in a browser, see `OpenUrlOptions` */
  userAgent?: () => string
  /** somebody is there to ask besides, so that settings which leave nobody are of use; not when left out */
  hasOthers?: boolean
}

const read = new WeakMap<Config, Map<boolean, RetrievalSettings | undefined>>()

/** The settings of this moment; undefined where they leave nobody to ask. */
export function retrievalSettings (config: ConfigStore, { auto, hasOthers = false }: RetrievalSettingsOptions): RetrievalSettings | undefined {
  // another configuration is another object, so each is read once
  const known = read.get(config.all()) ?? new Map<boolean, RetrievalSettings | undefined>()
  read.set(config.all(), known)

  if (!known.has(auto)) {
    known.set(auto, readSettings(config, auto))
  }

  const settings = known.get(auto)
  return settings == null || (!hasOthers && settings.routers.length === 0 && settings.gateways.length === 0) ? undefined : settings
}

function readSettings (config: ConfigStore, auto: boolean): RetrievalSettings | undefined {
  if (!mayAskHttp(config)) {
    return undefined
  }

  const mayAsk = hostRule(config)
  const routers = routersOf(config, { auto })
  const gateways = [...gatewaysOf(config, { auto }), ...peersOf(config)].filter(({ url }) => mayAsk(url))

  const isIgnored = ignoredProviders(config)

  return {
    routers,
    gateways,
    workers: Math.min(Math.max(config.get<number | null>('HTTPRetrieval.NumWorkers') ?? DEFAULT_WORKERS, 1), MAX_WORKERS),
    maxBlockBytes: Math.min(Number(parseBytes(config.get<string | null>('HTTPRetrieval.MaxBlockSize') || DEFAULT_MAX_BLOCK)), maxBlockBytes(true)),
    allowedUrls: ({ id, urls }) => isIgnored(id) ? [] : urls.filter((url) => mayAsk(url, true))
  }
}

/** `Allowlist` and `Denylist` are of names of hosts. A stranger's host has to be a public one by https, unless it is on the list. */
function hostRule (config: ConfigStore): (url: string, isOfStranger?: boolean) => boolean {
  const allowed = new Set(settingTexts(config.get('HTTPRetrieval.Allowlist')))
  const denied = new Set(settingTexts(config.get('HTTPRetrieval.Denylist')))

  return (url, isOfStranger = false) => {
    const { hostname, protocol } = new URL(url)
    const isLocal = isLocalHost(hostname)
    const isNamed = allowed.has(hostname)
    return !denied.has(hostname) && (isNamed || allowed.size === 0) && (protocol === 'https:' || isLocal) && (!isOfStranger || !isLocal || isNamed)
  }
}

/** The peers that a connection is kept to are asked for everything, as Kubo asks peers that it is connected to. */
function peersOf (config: ConfigStore): GatewaySetting[] {
  const peers = (config.get('Peering.Peers') ?? []) as unknown as Array<{ Addrs: string[] }>
  const urls = peers.flatMap(({ Addrs }) => Addrs.map(httpAddress)).filter((url) => url != null)
  return urls.map((url) => ({ url, isReserve: false }))
}
