import type { ConfigStore } from '../config/config-store.ts'
import { parseGoDurationMs } from '../go/time/parse-duration.ts'
import { hasDht } from './network-settings.ts'

/** The configuration of announcements (Kubo `core/node/provider.go`). */
export interface ProvideSettings {
  /** `off`: none. `sweep`: by region of the DHT. `legacy`: key by key. */
  system: 'off' | 'sweep' | 'legacy'
  intervalMs: number
  maxWorkers: number
  periodicWorkers: number
  burstWorkers: number
  connectionsPerWorker: number
}

/** Kubo `config/provide.go`. */
const DEFAULT_INTERVAL_MS = 22 * 3_600_000
const DEFAULTS = { MaxWorkers: 16, DedicatedPeriodicWorkers: 2, DedicatedBurstWorkers: 1, MaxProvideConnsPerWorker: 20 }

export function provideSettings (config: Pick<ConfigStore, 'get'>): ProvideSettings {
  const count = (key: keyof typeof DEFAULTS): number => config.get<number | null>(`Provide.DHT.${key}`) ?? DEFAULTS[key]
  const intervalMs = parseGoDurationMs(config.get<string | null>('Provide.DHT.Interval') ?? '') ?? DEFAULT_INTERVAL_MS
  const isOn = config.get<boolean | null>('Provide.Enabled') !== false && intervalMs !== 0
  const system = hasDht(config) && config.get<boolean | null>('Provide.DHT.SweepEnabled') !== false
    ? 'sweep'
    : 'legacy'

  return {
    system: isOn ? system : 'off',
    intervalMs,
    maxWorkers: count('MaxWorkers'),
    periodicWorkers: count('DedicatedPeriodicWorkers'),
    burstWorkers: count('DedicatedBurstWorkers'),
    connectionsPerWorker: count('MaxProvideConnsPerWorker')
  }
}
