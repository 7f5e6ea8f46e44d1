import type { ConfigStore } from '../../config/config-store.ts'
import { parseBytes } from '../../config/values/parse-bytes.ts'
import { parseGoDurationMs } from '../../go/time/parse-duration.ts'

/** Settings of automatic garbage collection. */
export interface GcSettings {
  /** time between checks; undefined for never */
  periodMs: number | undefined
  /** `Datastore.StorageMax` */
  maxBytes: number
  /** threshold, in percent of the limit */
  watermark: number
}

/** Kubo `core/corerepo/gc.go` */
const DEFAULT_PERIOD_MS = 3_600_000
const DEFAULT_MAX = '10GB'
const DEFAULT_WATERMARK = 90

/**
 * Reads the settings from the configuration. It never collects unless `Datastore.EnableGC` is true, which replaces
 * `--enable-gc` of Kubo's daemon.
 */
export function gcSettings (config: Pick<ConfigStore, 'get'>): GcSettings {
  const period = config.get<string>('Datastore.GCPeriod') ?? ''
  const periodMs = period === '' ? DEFAULT_PERIOD_MS : parseGoDurationMs(period) ?? DEFAULT_PERIOD_MS
  const isOn = config.get<boolean | null>('Datastore.EnableGC') === true && periodMs > 0

  return {
    periodMs: isOn ? periodMs : undefined,
    maxBytes: Number(parseBytes(config.get<string>('Datastore.StorageMax') || DEFAULT_MAX)),
    watermark: config.get<number>('Datastore.StorageGCWatermark') || DEFAULT_WATERMARK
  }
}
