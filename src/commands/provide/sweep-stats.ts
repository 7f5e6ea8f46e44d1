import { goTime } from '../../go/time/format-time.ts'
import type { ProvideCounts } from '../../net/provide-counts.ts'
import type { ProvideSettings } from '../../net/provide-settings.ts'
import type { ProvideState } from '../../node/providing/provide-state.ts'
import type { ProvideWork } from '../../node/providing/providing.ts'

const NS_PER_MS = 1_000_000

/**
 * Maximum delay of a region's announcement, and number of peers that store a record (Kubo `config/provide.go`,
 * go-libp2p-kad-dht `provider`).
 */
const MAX_DELAY_NS = 3_600_000 * NS_PER_MS
const REPLICATION_FACTOR = 20
const NEVER = goTime(undefined)

/**
 * The Go struct of the statistics, for XML: the names of its fields and of the JSON members (go-libp2p-kad-dht
 * `provider/stats`).
 */
export const SWEEP_STRUCT = [
  '{Closed=closed:bool Connectivity=connectivity:{Status=status:string Since=since:time}',
  'Queues=queues:{PendingKeyProvides=pending_key_provides:int64',
  'PendingRegionProvides=pending_region_provides:int64 PendingRegionReprovides=pending_region_reprovides:int64}',
  'Schedule=schedule:{Keys=keys:int64 Regions=regions:int64 AvgPrefixLength=avg_prefix_length:float64',
  'NextReprovideAt=next_reprovide_at:time NextReprovidePrefix=next_reprovide_prefix:string}',
  'Workers=workers:{Max=max:int Active=active:int ActivePeriodic=active_periodic:int ActiveBurst=active_burst:int',
  'DedicatedPeriodic=dedicated_periodic:int DedicatedBurst=dedicated_burst:int QueuedPeriodic=queued_periodic:int',
  'QueuedBurst=queued_burst:int MaxProvideConnsPerWorker=max_provide_conns_per_worker:int}',
  'Timing=timing:{Uptime=uptime:int64 ReprovidesInterval=reprovides_interval:int64 CycleStart=cycle_start:time',
  'CurrentTimeOffset=current_time_offset:int64 MaxReprovideDelay=max_reprovide_delay:int64}',
  'Operations=operations:{Ongoing=ongoing:{RegionProvides=region_provides:int KeyProvides=key_provides:int',
  'RegionReprovides=region_reprovides:int KeyReprovides=key_reprovides:int}',
  'Past=past:{RecordsProvided=records_provided:int64 KeysProvided=keys_provided:int64 KeysFailed=keys_failed:int64',
  'KeysProvidedPerMinute=keys_provided_per_minute:float64',
  'KeysReprovidedPerMinute=keys_reprovided_per_minute:float64 RegionReprovideDuration=reprovide_duration:int64',
  'AvgKeysPerReprovide=avg_keys_per_reprovide:float64',
  'RegionReprovidedLastCycle=regions_reprovided_last_cycle:int64}}',
  'Network=network:{Peers=peers:int Reachable=reachable:int',
  'CompleteKeyspaceCoverage=complete_keyspace_coverage:bool AvgRegionSize=avg_region_size:float64',
  'AvgHolders=avg_holders:float64 ReplicationFactor=replication_factor:int}}'
].join(' ')

export interface SweepFigures {
  startedMs: number
  nowMs: number
  /** time since which DHT servers are known, in milliseconds since 1970; undefined if none are */
  since: number | undefined
  provided: ProvideCounts
  /** state of the rounds; undefined if nothing is announced */
  rounds: ProvideState | undefined
  work: ProvideWork | undefined
}

/**
 * Returns the statistics of a sweeping provider (go-libp2p-kad-dht `provider/stats`). This node announces all keys in
 * rounds, and has no regions.
 */
export function sweepStats (
  { intervalMs, maxWorkers, periodicWorkers, burstWorkers, connectionsPerWorker }: ProvideSettings,
  { startedMs, nowMs, since, provided: { keys, failed, records, walks }, rounds, work }: SweepFigures
) {
  const { lastKeys = 0, lastMs = 0, endedMs = 0, cancelledMs = 0, missedKeys = 0 } = rounds ?? {}
  const { fresh = 0, again = 0, waiting = 0 } = work ?? {}
  // Keys that were stored while there was no peer are pending too.
  const pending = waiting + missedKeys
  // As for a worker, walks are attributed to new keys as long as there are any.
  const burst = again === 0 ? walks : Math.min(walks, fresh)
  const lastEnd = Math.max(endedMs, cancelledMs)

  return {
    closed: false,
    connectivity: {
      status: since == null ? 'offline' : 'online',
      since: since == null ? NEVER : new Date(since).toISOString()
    },
    queues: { pending_key_provides: pending, pending_region_provides: 0, pending_region_reprovides: 0 },
    schedule: {
      keys: lastKeys + pending,
      regions: 0,
      avg_prefix_length: -1,
      next_reprovide_at: lastEnd === 0 ? NEVER : new Date(lastEnd + intervalMs).toISOString(),
      next_reprovide_prefix: ''
    },
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
    network: {
      peers: 0,
      reachable: 0,
      complete_keyspace_coverage: false,
      avg_region_size: 0,
      avg_holders: keys === 0 ? 0 : records / keys,
      replication_factor: REPLICATION_FACTOR
    }
  }
}

export type SweepStats = ReturnType<typeof sweepStats>
