import { tabColumns } from '../../go/text/tab-columns.ts'
import { formatGoDuration } from '../../go/time/format-duration.ts'
import { goTime } from '../../go/time/format-time.ts'
import type { SweepStats } from './sweep-stats.ts'

const SECTIONS = ['connectivity', 'queues', 'schedule', 'timings', 'network', 'operations', 'workers'] as const
type Section = typeof SECTIONS[number]

export type SweepTextOptions = { [S in Section | 'all' | 'compact']?: boolean }

/** Column of each section in the two-column layout. */
const COLUMN: Record<Section, 0 | 1> = {
  connectivity: 1,
  queues: 1,
  schedule: 0,
  timings: 1,
  network: 0,
  operations: 1,
  workers: 0
}

/** Number of free workers below which the summary mentions them. */
const FEW_WORKERS = 2
const NS_PER_S = 1_000_000_000
const NONE = 'N/A'

/**
 * Formats the statistics of a provider (Kubo `core/commands/provide.go`): a summary, or the requested sections.
 *
 * @throws an Error with Kubo's message
 */
export function sweepText (stats: SweepStats, options: SweepTextOptions): string {
  if (options.compact === true && options.all !== true) {
    throw new Error('--compact requires --all flag')
  }

  const chosen = SECTIONS.filter((section) => options.all === true || options[section] === true)
  const sections = new Map(
    (chosen.length === 0 ? SECTIONS : chosen).map((
      section
    ) => [
      section,
      chosen.length === 0 ? briefLines(stats, section) : tabbedLines(stats, section, options.compact === true)
    ])
  )

  if (chosen.length === 0) {
    return alignColumns([...sections.values()].flat())
  }

  const titled = (section: Section): string[] => {
    const texts = sections.get(section) ?? []
    return chosen.length > 1
      ? [`${section[0].toUpperCase()}${section.slice(1)}:`, ...texts.map((text) => `  ${text}`), '']
      : [...texts, '']
  }

  return options.compact === true
    ? sideBySide(
      chosen.filter((section) => COLUMN[section] === 0).flatMap(titled),
      chosen.filter((section) => COLUMN[section] === 1).flatMap(titled)
    )
    : alignColumns(chosen.flatMap(titled).slice(0, -1))
}

function briefLines (stats: SweepStats, section: Section): string[] {
  const all = tabbedLines(stats, section, false)

  switch (section) {
    case 'connectivity':
      return stats.connectivity.status === 'online' ? [] : all
    case 'queues':
      return all
    case 'schedule':
      return all.slice(0, 2)
    case 'timings':
      return []
    case 'network':
      return all.slice(0, 1)
    case 'operations':
      return all.slice(0, 3)
    case 'workers':
      return fewWorkers(stats) ? briefWorkers(stats) : []
  }
}

/**
 * Returns the lines of a section, with tabs between columns: after the first colon and the first comma, except in table
 * rows.
 */
function tabbedLines (stats: SweepStats, section: Section, compact: boolean): string[] {
  return sectionLines(stats, section, compact).map((line) =>
    compact || line.startsWith(' ') ? line : line.replace(': ', ':\t').replace(', ', ',\t')
  )
}

function sectionLines (
  { connectivity, queues, schedule, timing, network, operations: { ongoing, past }, workers }: SweepStats,
  section: Section,
  compact: boolean
): string[] {
  switch (section) {
    case 'connectivity':
      return [
        `Status: ${connectivity.status}${
          connectivity.since === goTime(undefined) ? '' : ` (${localTime(connectivity.since)})`
        }`
      ]
    case 'queues':
      return [
        `Provide queue: ${siNumber(queues.pending_key_provides)} CIDs, ${
          siNumber(queues.pending_region_provides)
        } regions`,
        `Reprovide queue: ${siNumber(queues.pending_region_reprovides)} regions`
      ]
    case 'schedule':
      return [
        `CIDs scheduled: ${countText(schedule.keys)}`,
        `Regions scheduled: ${schedule.regions <= 0 ? NONE : countText(schedule.regions)}`,
        `Avg prefix length: ${averageText(schedule.avg_prefix_length)}`,
        `Next region prefix: ${schedule.next_reprovide_prefix === '' ? NONE : schedule.next_reprovide_prefix}`,
        `Next region reprovide: ${
          schedule.next_reprovide_at === goTime(undefined) ? NONE : localTime(schedule.next_reprovide_at).slice(-8)
        }`
      ]
    case 'timings':
      return [
        `Uptime: ${durationText(timing.uptime)} (${localTime(timing.cycle_start)})`,
        `Current time offset: ${durationText(timing.current_time_offset)}`,
        `Cycle started: ${localTime(timing.cycle_start)}`,
        `Reprovide interval: ${durationText(timing.reprovides_interval)}`
      ]
    case 'network':
      return [
        `Avg record holders: ${averageText(network.avg_holders)}`,
        `Peers swept: ${fullNumber(network.peers)}`,
        `Full keyspace coverage: ${network.complete_keyspace_coverage}`,
        `Reachable peers: ${fullNumber(network.reachable)}${
          network.peers > 0 ? ` (${countText(Math.trunc(100 * network.reachable / network.peers))}%)` : ''
        }`,
        `Avg region size: ${averageText(network.avg_region_size)}`,
        `Replication factor: ${countText(network.replication_factor)}`
      ]
    case 'operations':
      return [
        `Ongoing provides: ${siNumber(ongoing.key_provides)} CIDs, ${siNumber(ongoing.region_provides)} regions`,
        `Ongoing reprovides: ${siNumber(ongoing.key_reprovides)} CIDs, ${siNumber(ongoing.region_reprovides)} regions`,
        `Total CIDs provided: ${countText(past.keys_provided)}`,
        `Total records provided: ${countText(past.records_provided)}`,
        `Total provide errors: ${countText(past.keys_failed)}`,
        `CIDs provided/min/worker: ${averageText(past.keys_provided_per_minute)}`,
        `CIDs reprovided/min/worker: ${averageText(past.keys_reprovided_per_minute)}`,
        `Region reprovide duration: ${past.reprovide_duration <= 0 ? NONE : durationText(past.reprovide_duration)}`,
        `Avg CIDs/reprovide: ${averageText(past.avg_keys_per_reprovide)}`,
        `Regions reprovided (last cycle): ${countText(past.regions_reprovided_last_cycle)}`
      ]
    case 'workers': {
      const { free, burst, periodic } = availableWorkers(workers)
      const what = compact ? '' : ' workers'
      const row = (name: string, left: string, right: string): string =>
        `  ${name.padEnd(14)} ${left.padEnd(9)} ${right}`

      return [
        `Active${what}: ${fullNumber(workers.active)} / ${fullNumber(workers.max)} (max)`,
        `Free${what}: ${fullNumber(free)}`,
        row('Workers stats:', 'Periodic', 'Burst'),
        row('Active:', fullNumber(workers.active_periodic), fullNumber(workers.active_burst)),
        row('Dedicated:', fullNumber(workers.dedicated_periodic), fullNumber(workers.dedicated_burst)),
        row('Available:', fullNumber(periodic), fullNumber(burst)),
        row('Queued:', fullNumber(workers.queued_periodic), fullNumber(workers.queued_burst)),
        `Max connections/worker: ${fullNumber(workers.max_provide_conns_per_worker)}`
      ]
    }
  }
}

function fewWorkers ({ workers }: SweepStats): boolean {
  const { burst, periodic } = availableWorkers(workers)
  return burst <= FEW_WORKERS || periodic <= FEW_WORKERS
}

function briefWorkers ({ workers }: SweepStats): string[] {
  const { burst, periodic } = availableWorkers(workers)

  return [
    `Active workers:\t${fullNumber(workers.active)} / ${fullNumber(workers.max)} (max)`,
    `Periodic workers:\t${fullNumber(workers.active_periodic)} active,\t${fullNumber(periodic)} available, ${
      fullNumber(workers.queued_periodic)
    } queued`,
    `Burst workers:\t${fullNumber(workers.active_burst)} active,\t${fullNumber(burst)} available, ${
      fullNumber(workers.queued_burst)
    } queued`,
    ''
  ]
}

function availableWorkers (
  {
    max,
    active_burst: activeBurst,
    active_periodic: activePeriodic,
    dedicated_burst: burst,
    dedicated_periodic: periodic
  }: SweepStats['workers']
): { free: number; burst: number; periodic: number } {
  const free = Math.max(0, max - Math.max(burst, activeBurst) - Math.max(periodic, activePeriodic))
  return {
    free,
    burst: free + Math.max(0, burst - activeBurst),
    periodic: free + Math.max(0, periodic - activePeriodic)
  }
}

function alignColumns (texts: string[]): string {
  return tabColumns(texts.map((line) => line.split('\t')), 1)
}

function sideBySide (left: string[], right: string[]): string {
  const width = Math.max(...left.map(({ length }) => length)) + 2
  const rows = Math.max(left.length, right.length) - 1 // the last row is empty
  return alignColumns(Array.from({ length: rows }, (_, i) => `${(left[i] ?? '').padEnd(width)} ${right[i] ?? ''}`))
}

function durationText (ns: number): string {
  const step = ns > NS_PER_S ? 100_000_000 : 1000
  return formatGoDuration(BigInt(ns - ns % step))
}

function localTime (iso: string): string {
  const time = new Date(iso)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${
    two(time.getMinutes())
  }:${two(time.getSeconds())}`
}

/**
 * Formats a number with thousands separators. Truncates excess digits instead of rounding
 * (github.com/dustin/go-humanize `CommafWithDigits`).
 */
function fullNumber (value: number, digits = 0): string {
  return (Math.trunc(value * 10 ** digits) / 10 ** digits).toLocaleString('en-US')
}

function averageText (value: number): string {
  return value <= 0 ? NONE : fullNumber(value, 1)
}

function siNumber (value: number, digits = 1): string {
  const units = ['', 'k', 'M', 'G', 'T']
  const power = value < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3))
  return fullNumber(value / 1000 ** power, digits) + units[power]
}

function countText (value: number): string {
  return value < 1000 ? fullNumber(value) : `${siNumber(value, 0)}\t(${fullNumber(value)})`
}
