import type { ConfigStore } from '../config/config-store.ts'
import { getIn } from '../config/config-path.ts'
import type { Config, Json } from '../config/config.ts'
import { parseBytes } from '../config/parse-bytes.ts'
import { parseGoDurationMs } from '../go/duration.ts'
import type { PublicGateway } from './hosts/public-gateway.ts'

const DEFAULT_RETRIEVAL_TIMEOUT_MS = 30_000
const DEFAULT_MAX_REQUEST_MS = 3_600_000

const DEFAULT_MAX_CONCURRENT_REQUESTS = 4096
const DEFAULT_DIAGNOSTIC_SERVICE_URL = 'https://check.ipfs.network'

/** Of the gateway that is there without being set. */
const DEFAULT_PATHS = ['/ipfs/', '/ipns/', '/p2p/']

interface GatewayEntry {
  Paths?: string[] | null
  UseSubdomains?: boolean | null
  NoDNSLink?: boolean | null
  InlineDNSLink?: boolean | null
  DeserializedResponses?: boolean | null
}

/** What of the node's configuration the gateway goes by (Kubo `docs/config.md`, `Gateway`). */
export interface GatewayConfig {
  /** look at the local store alone */
  noFetch: boolean
  /** answer files and pages, not only what a client can verify */
  deserializedResponses: boolean
  /** by host: these, and `localhost` with subdomains unless it is set or taken away */
  publicGateways: Map<string, PublicGateway>
  /** hosts that are no gateways are not looked up as domain names with a link */
  noDnslink: boolean
  allowCodecConversion: boolean
  disableHtmlErrors: boolean
  /** without a byte from the node; 0 for no limit */
  retrievalTimeoutMs: number
  /** for a whole request; 0 for no limit */
  maxRequestMs: number
  /** at the same time; 0 for no limit */
  maxConcurrentRequests: number
  /** where a person can find out who has a content; empty for nowhere */
  diagnosticServiceUrl: string
  /** no ranges of larger files; 0 for no limit */
  maxRangeRequestFileBytes: number
  rootRedirect: string
  /** lines by name */
  httpHeaders: Record<string, string[]>
}

const read = new WeakMap<Config, GatewayConfig>()

/** The gateway's part of the configuration as it is now. */
export function gatewayConfig (store: ConfigStore): GatewayConfig {
  const all = store.all()
  // another configuration is another object, so each is read once
  const known = read.get(all) ?? readConfig(store)
  read.set(all, known)
  return known
}

function readConfig (store: ConfigStore): GatewayConfig {
  const flag = (name: string, byDefault: boolean): boolean => store.get<boolean | null>(`Gateway.${name}`) ?? byDefault
  const deserializedResponses = flag('DeserializedResponses', true)

  return {
    noFetch: flag('NoFetch', false),
    deserializedResponses,
    publicGateways: readGateways(store, deserializedResponses),
    noDnslink: flag('NoDNSLink', false),
    allowCodecConversion: flag('AllowCodecConversion', false),
    disableHtmlErrors: flag('DisableHTMLErrors', false),
    retrievalTimeoutMs: duration(store.get<string | null>('Gateway.RetrievalTimeout')) ?? DEFAULT_RETRIEVAL_TIMEOUT_MS,
    maxRequestMs: duration(store.get<string | null>('Gateway.MaxRequestDuration')) ?? DEFAULT_MAX_REQUEST_MS,
    maxConcurrentRequests: Math.max(0, store.get<number | null>('Gateway.MaxConcurrentRequests') ?? DEFAULT_MAX_CONCURRENT_REQUESTS),
    diagnosticServiceUrl: readUrl(store.get<string | null>('Gateway.DiagnosticServiceURL')),
    maxRangeRequestFileBytes: Number(parseBytes(String(store.get<string | number | null>('Gateway.MaxRangeRequestFileSize') ?? 0))),
    rootRedirect: store.get<string>('Gateway.RootRedirect') ?? '',
    httpHeaders: store.get<Record<string, string[]>>('Gateway.HTTPHeaders') ?? {}
  }
}

/** An entry that is null is no gateway, and takes the one away that is there without it (Kubo `core/corehttp/gateway.go`). */
function readGateways (store: ConfigStore, byDefault: boolean): Map<string, PublicGateway> {
  const entries = store.get<{ [host: string]: Json }>('Gateway.PublicGateways') ?? {}
  const gateways = new Map<string, PublicGateway>([['localhost', { paths: DEFAULT_PATHS, useSubdomains: true, noDnslink: false, inlineDnslink: false, deserializedResponses: byDefault }]])

  // usable values have no nulls
  const kept = getIn(store.all(), 'Gateway.PublicGateways') ?? {}
  Object.entries(kept).filter(([, entry]) => entry === null).forEach(([host]) => { gateways.delete(host) })

  for (const [host, entry] of Object.entries(entries) as Array<[string, GatewayEntry]>) {
    gateways.set(host, {
      paths: entry.Paths ?? [],
      useSubdomains: entry.UseSubdomains ?? false,
      noDnslink: entry.NoDNSLink ?? false,
      inlineDnslink: entry.InlineDNSLink ?? false,
      deserializedResponses: entry.DeserializedResponses ?? byDefault
    })
  }

  return gateways
}

/** What is no URL of the web is none to send a person to. */
function readUrl (text: string | null | undefined): string {
  const url = text ?? DEFAULT_DIAGNOSTIC_SERVICE_URL
  return /^https?:\/\//i.test(url) ? url : ''
}

function duration (text: string | null | undefined): number | undefined {
  return text == null || text === '' || text === 'default' ? undefined : parseGoDurationMs(text)
}
