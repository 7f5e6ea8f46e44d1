import { maxBlockBytes } from '../../blocks/local/block-size.ts'
import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'
import type { ConfigStore } from '../../config/config-store.ts'
import type { Config } from '../../config/values/config.ts'
import { parseBytes } from '../../config/values/parse-bytes.ts'
import { isLocalHost } from '../../http/headers/is-local-host.ts'
import { httpAddress } from '../http/http-address.ts'
import type { HttpProvider } from '../routers/find-providers.ts'
import { gatewaySettings } from './gateway-settings.ts'
import type { GatewaySetting } from './gateway-settings.ts'
import { routerSettings } from './router-settings.ts'

/** Normalizes a peer ID, which has several text forms. */
function normalId (id: string): string {
  try {
    return parsePeerId(id).bytes.join()
  } catch {
    return id
  }
}

/** Returns the trimmed texts of a list setting; empty if it is not set. */
export function settingTexts (list: string[] | null | undefined): string[] {
  return (list ?? []).map((text) => text.trim()).filter((text) => text !== '')
}

const DEFAULT_WORKERS = 16
const MAX_WORKERS = 64
const DEFAULT_MAX_BLOCK = '2MiB'

/**
 * The sources of missing blocks, and limits for them (Kubo `docs/config.md`: `HTTPRetrieval`, `Routing`, `Peering`).
 */
export interface RetrievalSettings {
  /** Base URLs of delegated routers. */
  routers: string[]
  /** Trustless gateways that are asked for all blocks. */
  gateways: GatewaySetting[]
  /** The number of concurrent requests. */
  workers: number
  maxBlockBytes: number
  /** Returns the allowed URLs of a provider that a router, or a request, has named. */
  allowedUrls: (provider: HttpProvider) => string[]
  /** The user agent for requests to routers. */
  userAgent?: string
}

export interface RetrievalSettingsOptions {
  /**
   * Whether `auto` and unset values mean the recommendations of the network's operators; false for a node that must not
   * use the network by default.
   */
  auto: boolean
  /** The user agent for requests to routers; omitted in a browser, see `OpenUrlOptions`. */
  userAgent?: () => string
  /** Whether there are other sources, so that settings without routers and gateways are useful; default false. */
  hasOthers?: boolean
}

const read = new WeakMap<Config, Map<boolean, RetrievalSettings | undefined>>()

/** Returns the current settings; undefined if they contain no source. */
export function retrievalSettings (
  config: ConfigStore,
  { auto, hasOthers = false }: RetrievalSettingsOptions
): RetrievalSettings | undefined {
  // A changed configuration is a new object, so each is parsed once.
  const known = read.get(config.all()) ?? new Map<boolean, RetrievalSettings | undefined>()
  read.set(config.all(), known)

  if (!known.has(auto)) {
    known.set(auto, readSettings(config, auto))
  }

  const settings = known.get(auto)
  return settings == null || (!hasOthers && settings.routers.length === 0 && settings.gateways.length === 0)
    ? undefined
    : settings
}

function readSettings (config: ConfigStore, auto: boolean): RetrievalSettings | undefined {
  if (!mayUseHttp(config)) {
    return undefined
  }

  const mayAsk = hostRule(config)
  const routers = routerSettings(config, { auto })
  const gateways = [...gatewaySettings(config, { auto }), ...peersOf(config)].filter(({ url }) => mayAsk(url))

  const isIgnored = ignoredProviders(config)

  return {
    routers,
    gateways,
    workers: Math.min(
      Math.max(config.get<number | null>('HTTPRetrieval.NumWorkers') ?? DEFAULT_WORKERS, 1),
      MAX_WORKERS
    ),
    maxBlockBytes: Math.min(
      Number(parseBytes(config.get<string | null>('HTTPRetrieval.MaxBlockSize') || DEFAULT_MAX_BLOCK)),
      maxBlockBytes(true)
    ),
    allowedUrls: ({ id, urls }) => isIgnored(id) ? [] : urls.filter((url) => mayAsk(url, true))
  }
}

/**
 * Returns the predicate for allowed hosts, from `Allowlist` and `Denylist`. A host from a router must be public and use
 * https, unless it is in the list.
 */
function hostRule (config: ConfigStore): (url: string, isOfStranger?: boolean) => boolean {
  const allowed = new Set(settingTexts(config.get('HTTPRetrieval.Allowlist')))
  const denied = new Set(settingTexts(config.get('HTTPRetrieval.Denylist')))

  return (url, isOfStranger = false) => {
    const { hostname, protocol } = new URL(url)
    const isLocal = isLocalHost(hostname)
    const isNamed = allowed.has(hostname)
    return !denied.has(hostname) && (isNamed || allowed.size === 0) && (protocol === 'https:' || isLocal) &&
      (!isOfStranger || !isLocal || isNamed)
  }
}

/** Returns the HTTP addresses of `Peering.Peers`. They are asked for all blocks, like connected peers in Kubo. */
function peersOf (config: ConfigStore): GatewaySetting[] {
  const peers = (config.get('Peering.Peers') ?? []) as unknown as Array<{ Addrs: string[] }>
  const urls = peers.flatMap(({ Addrs }) => Addrs.map(httpAddress)).filter((url) => url != null)
  return urls.map((url) => ({ url, isReserve: false }))
}

/**
 * Whether content may be looked up over HTTP. In a browser, this is the switch that takes the node offline, including
 * its peers.
 */
export function mayUseHttp (config: Pick<ConfigStore, 'get'>): boolean {
  return config.get<boolean | null>('HTTPRetrieval.Enabled') !== false
}

/** Returns a predicate for the peers of `Routing.IgnoreProviders`, in any encoding of their IDs. */
export function ignoredProviders (config: Pick<ConfigStore, 'get'>): (id: string) => boolean {
  const ignored = new Set(settingTexts(config.get('Routing.IgnoreProviders')).map(normalId))
  return (id) => ignored.has(normalId(id))
}
