import type { ConfigStore } from '../config/config-store.ts'
import type { Config, Json } from '../config/config.ts'
import { parseBytes } from '../config/parse-bytes.ts'
import { parseGoDurationMs } from '../go/duration.ts'

const DEFAULT_RETRIEVAL_TIMEOUT_MS = 30_000
const DEFAULT_MAX_REQUEST_MS = 3_600_000

/** What of the node's configuration the gateway goes by (Kubo `docs/config.md`, `Gateway`). */
export interface GatewayConfig {
  /** look at the local store alone */
  noFetch: boolean
  /** answer files and pages, not only what a client can verify */
  deserializedResponses: boolean
  /** the same by host, over the one above */
  hosts: Map<string, boolean>
  allowCodecConversion: boolean
  disableHtmlErrors: boolean
  /** without a byte from the node; 0 for no limit */
  retrievalTimeoutMs: number
  /** for a whole request; 0 for no limit */
  maxRequestMs: number
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
    hosts: readHosts(store, deserializedResponses),
    allowCodecConversion: flag('AllowCodecConversion', false),
    disableHtmlErrors: flag('DisableHTMLErrors', false),
    retrievalTimeoutMs: duration(store.get<string | null>('Gateway.RetrievalTimeout')) ?? DEFAULT_RETRIEVAL_TIMEOUT_MS,
    maxRequestMs: duration(store.get<string | null>('Gateway.MaxRequestDuration')) ?? DEFAULT_MAX_REQUEST_MS,
    maxRangeRequestFileBytes: Number(parseBytes(String(store.get<string | number | null>('Gateway.MaxRangeRequestFileSize') ?? 0))),
    rootRedirect: store.get<string>('Gateway.RootRedirect') ?? '',
    httpHeaders: store.get<Record<string, string[]>>('Gateway.HTTPHeaders') ?? {}
  }
}

function readHosts (store: ConfigStore, byDefault: boolean): Map<string, boolean> {
  const hosts = store.get<{ [host: string]: Json }>('Gateway.PublicGateways') ?? {}
  const rules = Object.entries(hosts).filter(([, rule]) => rule != null) as Array<[string, { DeserializedResponses?: boolean | null }]>
  return new Map(rules.map(([host, rule]) => [host, rule.DeserializedResponses ?? byDefault]))
}

function duration (text: string | null | undefined): number | undefined {
  return text == null || text === '' || text === 'default' ? undefined : parseGoDurationMs(text)
}
