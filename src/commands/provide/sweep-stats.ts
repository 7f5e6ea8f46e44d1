import { goTime } from '../../go/time.ts'
import type { ProvideCounts } from '../../net/provide-counts.ts'
import type { ProvideSettings } from '../../net/provide-settings.ts'
import type { ProvideWork } from '../../node/providing.ts'
import type { ProvideState } from '../../node/provide-state.ts'

const NS_PER_MS = 1_000_000

/** Kubo `config/provide.go`, go-libp2p-kad-dht `provider`: how long after its time a region may be announced again, peers that hold a record */
const MAX_DELAY_NS = 3_600_000 * NS_PER_MS
const REPLICATION_FACTOR = 20
const NEVER = goTime(undefined)

export interface SweepFigures {
  startedMs: number
  nowMs: number
  /** since when servers of the DHT are known, in milliseconds since 1970; undefined where none are */
  since: number | undefined
  provided: ProvideCounts
  /** of the rounds; undefined where nothing is announced */
  rounds: ProvideState | undefined
  work: ProvideWork | undefined
}

/** What a provider by regions tells of itself (go-libp2p-kad-dht `provider/stats`). This one makes rounds of all keys, and knows no regions. */
export function sweepStats ({ intervalMs, maxWorkers, periodicWorkers, burstWorkers, connectionsPerWorker }: ProvideSettings, { startedMs, nowMs, since, provided: { keys, failed, records, walks }, rounds, work }: SweepFigures) {
  const { lastKeys = 0, lastMs = 0, endedMs = 0, cancelledMs = 0, missedKeys = 0 } = rounds ?? {}
  const { fresh = 0, again = 0, waiting = 0 } = work ?? {}
  // keys that came while there was no peer wait too
  const pending = waiting + missedKeys
  // a walk is one for what has come as long as there is such, as for a worker
  const burst = again === 0 ? walks : Math.min(walks, fresh)
  const lastEnd = Math.max(endedMs, cancelledMs)

  return {
    closed: false,
    connectivity: { status: since == null ? 'offline' : 'online', since: since == null ? NEVER : new Date(since).toISOString() },
    queues: { pending_key_provides: pending, pending_region_provides: 0, pending_region_reprovides: 0 },
    schedule: { keys: lastKeys + pending, regions: 0, avg_prefix_length: -1, next_reprovide_at: lastEnd === 0 ? NEVER : new Date(lastEnd + intervalMs).toISOString(), next_reprovide_prefix: '' },
    workers: {
      max: maxWorkers,
      active: walks,
      active_periodic: walks - burst,
      active_burst: burst,
      dedicated_periodic: periodicWorkers,
      dedicated_burst: burstWorkers,
      queued_periodic: 0,
      queued_burst: 0,
      max_provide_conns_per_worker: connectionsPerWorker
    },
    timing: {
      uptime: (nowMs - startedMs) * NS_PER_MS,
      reprovides_interval: intervalMs * NS_PER_MS,
      cycle_start: new Date(startedMs).toISOString(),
      current_time_offset: (nowMs - startedMs) % intervalMs * NS_PER_MS,
      max_reprovide_delay: MAX_DELAY_NS
    },
    operations: {
      ongoing: { region_provides: 0, key_provides: fresh, region_reprovides: 0, key_reprovides: again },
      past: {
        records_provided: records,
        keys_provided: keys,
        keys_failed: failed,
        keys_provided_per_minute: 0,
        keys_reprovided_per_minute: 0,
        reprovide_duration: lastMs * NS_PER_MS,
        avg_keys_per_reprovide: 0,
        regions_reprovided_last_cycle: 0
      }
    },
    network: { peers: 0, reachable: 0, complete_keyspace_coverage: false, avg_region_size: 0, avg_holders: keys === 0 ? 0 : records / keys, replication_factor: REPLICATION_FACTOR }
  }
}

export type SweepStats = ReturnType<typeof sweepStats>
