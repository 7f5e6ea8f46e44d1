import { tabColumns } from '../../go/text/tab-columns.ts'
import { formatGoDuration } from '../../go/time/format-duration.ts'
import type { DhtStat } from './dht-stat.ts'

const NS_PER_S = 1_000_000_000n
const MIN_WIDTH = 4
const PADDING = 2

/** Formats a routing table, bucket by bucket (Kubo `core/commands/stat_dht.go`). */
export function dhtText ({ Name, Buckets }: DhtStat, nowMs: number): string {
  const since = (time: string): string =>
    time === '' ? 'never' : `${formatGoDuration(BigInt(Math.round((nowMs - Date.parse(time)) / 1000)) * NS_PER_S)} ago`
  const count = Buckets.reduce((sum, { Peers }) => sum + (Peers?.length ?? 0), 0)

  return tabColumns(
    [
      [`DHT ${Name} (${count} peers):`, '', '', ''],
      ...Buckets.flatMap(({ LastRefresh, Peers }, i) => [
        [
          `  Bucket ${String(i).padStart(2)} (${Peers?.length ?? 0} peers) - refreshed ${since(LastRefresh)}:`,
          '',
          '',
          ''
        ],
        ['    Peer', 'last useful', 'last queried', 'Agent Version'],
        ...(Peers ?? []).map((
          { ID, Connected, LastUsefulAt, LastQueriedAt, AgentVersion }
        ) => [`  ${Connected ? '@' : ' '} ${ID}`, since(LastUsefulAt), since(LastQueriedAt), AgentVersion]),
        ['', '', '', '']
      ])
    ],
    MIN_WIDTH,
    PADDING
  )
}
