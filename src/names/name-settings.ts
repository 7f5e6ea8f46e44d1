import type { ConfigStore } from '../config/config-store.ts'
import { parseGoDurationMs } from '../go/time/parse-duration.ts'

/** The part of the configuration that concerns names. */
export interface NameSettings {
  /** whether records are looked up and published in the network */
  routing: boolean
  /** maximum number of cached names */
  cacheSize: number
  /** upper limit of the time that a name is cached, whatever its record says */
  maxCacheTtlMs: number
  /** how long renewed records are valid */
  recordLifetimeMs: number
  /** how often records are renewed */
  republishPeriodMs: number
}

/** Kubo `core/node/ipns.go`, boxo `namesys/republisher` */
const DEFAULT_CACHE_SIZE = 128
const HOUR_MS = 3_600_000
const DEFAULT_RECORD_LIFETIME_MS = 48 * HOUR_MS
const DEFAULT_REPUBLISH_PERIOD_MS = 4 * HOUR_MS

export function nameSettings (config: ConfigStore): NameSettings {
  return {
    routing: config.get<string | null>('Routing.Type') !== 'none',
    cacheSize: config.get<number>('Ipns.ResolveCacheSize') || DEFAULT_CACHE_SIZE,
    maxCacheTtlMs: readDurationSetting(config, 'Ipns.MaxCacheTTL') ?? Infinity,
    recordLifetimeMs: readDurationSetting(config, 'Ipns.RecordLifetime') || DEFAULT_RECORD_LIFETIME_MS,
    republishPeriodMs: readDurationSetting(config, 'Ipns.RepublishPeriod') || DEFAULT_REPUBLISH_PERIOD_MS
  }
}

function readDurationSetting (config: ConfigStore, key: string): number | undefined {
  const text = config.get<string | null>(key)
  return text == null || text === '' || text === 'default' ? undefined : parseGoDurationMs(text)
}
