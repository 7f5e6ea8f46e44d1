import type { ConfigStore } from '../../config/config-store.ts'
import { followsNewerKubo } from '../../config/follows-newer-kubo.ts'
import { getIn } from '../../config/values/config.ts'
import type { Config, Json } from '../../config/values/config.ts'
import { parseBytes } from '../../config/values/parse-bytes.ts'
import { parseGoDurationMs } from '../../go/time/parse-duration.ts'
import type { PublicGateway } from './public-gateway.ts'

const DEFAULT_RETRIEVAL_TIMEOUT_MS = 30_000
const DEFAULT_MAX_REQUEST_MS = 3_600_000

const DEFAULT_MAX_CONCURRENT_REQUESTS = 4096
const DEFAULT_DIAGNOSTIC_SERVICE_URL = 'https://check.ipfs.network'

/** Paths of the gateway that exists without configuration. */
const DEFAULT_PATHS = ['/ipfs/', '/ipns/', '/p2p/']

interface GatewayEntry {
  Paths?: string[] | null
  UseSubdomains?: boolean | null
  NoDNSLink?: boolean | null
  InlineDNSLink?: boolean | null
  DeserializedResponses?: boolean | null
}

/** The part of the node's configuration that the gateway uses (Kubo `docs/config.md`, `Gateway`). */
export interface GatewayConfig {
  /** whether only the local store is read */
  noFetch: boolean
  /** whether files and pages are answered, not only verifiable formats */
  deserializedResponses: boolean
  /** gateways by host, including `localhost` with subdomains unless it is configured or removed */
  publicGateways: Map<string, PublicGateway>
  /** whether other hosts are not looked up as DNSLink domains */
  noDnslink: boolean
  allowCodecConversion: boolean
  disableHtmlErrors: boolean
  /** maximum time without a byte from the node; 0 for no limit */
  retrievalTimeoutMs: number
  /** maximum time of a whole request; 0 for no limit */
  maxRequestMs: number
  /** maximum number of concurrent requests; 0 for no limit */
  maxConcurrentRequests: number
  /** service where a user can look up the providers of a content; empty for none */
  diagnosticServiceUrl: string
  /** file size above which ranges are refused; 0 for no limit */
  maxRangeRequestFileBytes: number
  /** size of content above which only verifiable formats are answered; 0 for no limit */
  maxDeserializedBytes: number
  rootRedirect: string
  /** whether the header `X-Ipfs-Path` is sent, which `Ipfs-Uri` replaces in Kubo 0.43 */
  sendsXIpfsPath: boolean
  /** whether pages of other origins may read `Ipfs-Uri` */
  exposesIpfsUri: boolean
  /** values by header name */
  httpHeaders: Record<string, string[]>
}

const read = new WeakMap<Config, GatewayConfig>()

/** Returns the current configuration of the gateway. */
export function gatewayConfig (store: ConfigStore): GatewayConfig {
  const all = store.all()
  // A changed configuration is a new object, so each object is read once.
  const known = read.get(all) ?? readConfig(store)
  read.set(all, known)
  return known
}

function readConfig (store: ConfigStore): GatewayConfig {
  const flag = (name: string, byDefault: boolean): boolean => store.get<boolean | null>(`Gateway.${name}`) ?? byDefault
  const bytes = (name: string): number =>
    Number(parseBytes(String(store.get<string | number | null>(`Gateway.${name}`) ?? 0)))
  const deserializedResponses = flag('DeserializedResponses', true)

  return {
    noFetch: flag('NoFetch', false),
    deserializedResponses,
    publicGateways: readGateways(store, deserializedResponses),
    noDnslink: flag('NoDNSLink', false),
    allowCodecConversion: flag('AllowCodecConversion', false),
    disableHtmlErrors: flag('DisableHTMLErrors', false),
    retrievalTimeoutMs: parseOptionalDuration(store.get<string | null>('Gateway.RetrievalTimeout')) ??
      DEFAULT_RETRIEVAL_TIMEOUT_MS,
    maxRequestMs: parseOptionalDuration(store.get<string | null>('Gateway.MaxRequestDuration')) ??
      DEFAULT_MAX_REQUEST_MS,
    maxConcurrentRequests: Math.max(
      0,
      store.get<number | null>('Gateway.MaxConcurrentRequests') ?? DEFAULT_MAX_CONCURRENT_REQUESTS
    ),
    diagnosticServiceUrl: readUrl(store.get<string | null>('Gateway.DiagnosticServiceURL')),
    maxRangeRequestFileBytes: bytes('MaxRangeRequestFileSize'),
    maxDeserializedBytes: bytes('MaxDeserializedResponseSize'),
    rootRedirect: store.get<string>('Gateway.RootRedirect') ?? '',
    exposesIpfsUri: followsNewerKubo(store),
    sendsXIpfsPath: !followsNewerKubo(store) || flag('DeprecatedXIpfsPath', false),
    httpHeaders: store.get<Record<string, string[]>>('Gateway.HTTPHeaders') ?? {}
  }
}

/** Reads the configured gateways. An entry that is null removes a default gateway (Kubo `core/corehttp/gateway.go`). */
function readGateways (store: ConfigStore, byDefault: boolean): Map<string, PublicGateway> {
  const entries = store.get<{ [host: string]: Json }>('Gateway.PublicGateways') ?? {}
  const gateways = new Map<string, PublicGateway>([['localhost', {
    paths: DEFAULT_PATHS,
    useSubdomains: true,
    noDnslink: false,
    inlineDnslink: false,
    deserializedResponses: byDefault
  }]])

  // Usable values contain no nulls, so look at the stored ones.
  const kept = getIn(store.all(), 'Gateway.PublicGateways') ?? {}
  Object.entries(kept).filter(([, entry]) => entry === null).forEach(([host]) => {
    gateways.delete(host)
  })

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

/**
 * Reads the URL of the diagnostic service. Returns an empty string for anything but an HTTP URL, because users are
 * linked to it.
 */
function readUrl (text: string | null | undefined): string {
  const url = text ?? DEFAULT_DIAGNOSTIC_SERVICE_URL
  return /^https?:\/\//i.test(url) ? url : ''
}

function parseOptionalDuration (text: string | null | undefined): number | undefined {
  return text == null || text === '' || text === 'default' ? undefined : parseGoDurationMs(text)
}
