import { tabColumns } from '../../go/text/tab-columns.ts'
import { formatGoDuration } from '../../go/time/format-duration.ts'
import { goTime } from '../../go/time/format-time.ts'
import { provideSettings } from '../../net/provide-settings.ts'
import type { ProvideState } from '../../node/providing/provide-state.ts'
import { command } from '../../rpc/command/command.ts'
import type { Command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { emittedResult } from '../../rpc/command/result.ts'
import type { DhtTable } from '../../swarm/dht.ts'
import { onlineExchange } from '../shared/online-node.ts'
import { SWEEP_STRUCT, sweepStats } from './sweep-stats.ts'
import type { SweepStats } from './sweep-stats.ts'
import { sweepText } from './sweep-text.ts'

const options = {
  lan: option.bool('lan', 'Return the connectivity of the LAN DHT in place of the public DHT.'),
  all: option.bool('all,a', 'Print all sections.'),
  compact: option.bool('compact', 'Print two columns; requires all.'),
  connectivity: option.bool('connectivity', 'Print connectivity.'),
  network: option.bool('network', 'Print network statistics.'),
  schedule: option.bool('schedule', 'Print the schedule.'),
  timings: option.bool('timings', 'Print timings.'),
  workers: option.bool('workers', 'Print workers.'),
  operations: option.bool('operations', 'Print operations and failures.'),
  queues: option.bool('queues', 'Print queues.')
}

interface LegacyStats {
  TotalReprovides: number
  LastReprovideBatchSize: number
  ReprovideInterval: number
  AvgReprovideDuration: number
  LastReprovideDuration: number
  LastRun: string
}

/** The Go struct of these statistics, for XML (boxo `provider.ReproviderStats`). */
const LEGACY_STRUCT = '{TotalReprovides:uint64 LastReprovideBatchSize:uint64 ReprovideInterval:int64' +
  ' AvgReprovideDuration:int64 LastReprovideDuration:int64 LastRun:time}'

interface ProvideStats {
  Sweep: SweepStats | null
  Legacy: LegacyStats | null
  FullRT: boolean
}

const NS_PER_MS = 1_000_000
const NO_LAN = 'LAN stats only available for Sweep provider with Dual DHT'

/** Declares `provide/stat`, and its old names below `stats`. */
export function provideStatCommand (tagline: string, status: 'experimental' | 'deprecated'): Command {
  return command({
    help: { tagline },
    errors: [
      { ask: '', says: "this command must be run in online mode. Try running 'ipfs daemon' first" }
    ],
    status,
    options,
    output: outputShape(
      'provideStats',
      'Sweep:object Legacy:object FullRT:bool',
      `Sweep:*${SWEEP_STRUCT} Legacy:*${LEGACY_STRUCT} FullRT:bool`
    ),

    async run ({ lan }, { node }) {
      onlineExchange(node)
      const settings = provideSettings(node.config)

      if (lan === true && settings.system !== 'sweep') {
        throw new Error(NO_LAN)
      }

      if (settings.system === 'off') {
        throw new Error('stats not available with current routing system *node.NoopProvider')
      }

      const stats: ProvideStats = settings.system === 'sweep'
        ? {
          Sweep: sweepStats(settings, {
            ...node.net,
            nowMs: Date.now(),
            since: sinceOf(node.swarm?.opened?.dht?.tables[lan === true ? 'lan' : 'wan']),
            rounds: await node.providing?.state(),
            work: node.providing?.work
          }),
          Legacy: null,
          FullRT: false
        }
        : { Sweep: null, Legacy: legacyStats(settings.intervalMs, await node.providing?.state()), FullRT: false }

      return emittedResult(stats)
    },

    text ({ Sweep, Legacy }, { lan: _lan, compact, ...sections }) {
      return Sweep == null
        ? legacyText(Legacy as LegacyStats, Object.values(sections).includes(true))
        : sweepText(Sweep, { ...sections, compact })
    }
  })
}

export const provideStat = provideStatCommand('Show statistics of content announcements.', 'experimental')

/** Returns the time since which the longest known server of a table is known, in milliseconds since 1970. */
function sinceOf (table: DhtTable = []): number | undefined {
  const met = table.flatMap(({ peers }) => peers.map(({ metMs }) => metMs))
  return met.length === 0 ? undefined : Math.min(...met)
}

/**
 * Returns the statistics of the rounds; zeros if there were no rounds (boxo `provider.ReproviderStats`, with an average
 * per key).
 */
function legacyStats (
  intervalMs: number,
  { total, lastKeys, lastMs, sumMs, endedMs }: Partial<ProvideState> = {}
): LegacyStats {
  return {
    TotalReprovides: total ?? 0,
    LastReprovideBatchSize: lastKeys ?? 0,
    ReprovideInterval: intervalMs * NS_PER_MS,
    AvgReprovideDuration: total == null || total === 0 ? 0 : Math.round(sumMs! / total * NS_PER_MS),
    LastReprovideDuration: (lastMs ?? 0) * NS_PER_MS,
    LastRun: endedMs == null || endedMs === 0 ? goTime(undefined) : new Date(endedMs).toISOString()
  }
}

function legacyText (
  { TotalReprovides, AvgReprovideDuration, LastReprovideDuration }: LegacyStats,
  hasFlags: boolean
): string {
  if (hasFlags) {
    throw new Error('cannot use flags with legacy provide stats')
  }

  return tabColumns([
    ['TotalReprovides:', String(TotalReprovides)],
    ['AvgReprovideDuration:', formatGoDuration(BigInt(AvgReprovideDuration))],
    ['LastReprovideDuration:', formatGoDuration(BigInt(LastReprovideDuration))]
  ], 1)
}
