import type { ConfigStore } from '../config/config-store.ts'
import { parseGoDurationMs } from '../go/time/parse-duration.ts'

/** What the configuration says about names. */
export interface NameSettings {
  /** whether there is anywhere to look for records and to bring them to */
  routing: boolean
  /** names that are kept resolved at most */
  cacheSize: number
  /** how long they are kept, whatever their records say */
  maxCacheTtlMs: number
  /** how long renewed records hold */
  recordLifetimeMs: number
  /** how often they are renewed */
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
    maxCacheTtlMs: duration(config, 'Ipns.MaxCacheTTL') ?? Infinity,
    recordLifetimeMs: duration(config, 'Ipns.RecordLifetime') || DEFAULT_RECORD_LIFETIME_MS,
    republishPeriodMs: duration(config, 'Ipns.RepublishPeriod') || DEFAULT_REPUBLISH_PERIOD_MS
  }
}

function duration (config: ConfigStore, key: string): number | undefined {
  const text = config.get<string | null>(key)
  return text == null || text === '' || text === 'default' ? undefined : parseGoDurationMs(text)
}
