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
    return columns([...sections.values()].flat())
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
    : columns(chosen.flatMap(titled).slice(0, -1))
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
        `Provide queue: ${si(queues.pending_key_provides)} CIDs, ${si(queues.pending_region_provides)} regions`,
        `Reprovide queue: ${si(queues.pending_region_reprovides)} regions`
      ]
    case 'schedule':
      return [
        `CIDs scheduled: ${count(schedule.keys)}`,
        `Regions scheduled: ${schedule.regions <= 0 ? NONE : count(schedule.regions)}`,
        `Avg prefix length: ${average(schedule.avg_prefix_length)}`,
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
        `Avg record holders: ${average(network.avg_holders)}`,
        `Peers swept: ${full(network.peers)}`,
        `Full keyspace coverage: ${network.complete_keyspace_coverage}`,
        `Reachable peers: ${full(network.reachable)}${
          network.peers > 0 ? ` (${count(Math.trunc(100 * network.reachable / network.peers))}%)` : ''
        }`,
        `Avg region size: ${average(network.avg_region_size)}`,
        `Replication factor: ${count(network.replication_factor)}`
      ]
    case 'operations':
      return [
        `Ongoing provides: ${si(ongoing.key_provides)} CIDs, ${si(ongoing.region_provides)} regions`,
        `Ongoing reprovides: ${si(ongoing.key_reprovides)} CIDs, ${si(ongoing.region_reprovides)} regions`,
        `Total CIDs provided: ${count(past.keys_provided)}`,
        `Total records provided: ${count(past.records_provided)}`,
        `Total provide errors: ${count(past.keys_failed)}`,
        `CIDs provided/min/worker: ${average(past.keys_provided_per_minute)}`,
        `CIDs reprovided/min/worker: ${average(past.keys_reprovided_per_minute)}`,
        `Region reprovide duration: ${past.reprovide_duration <= 0 ? NONE : durationText(past.reprovide_duration)}`,
        `Avg CIDs/reprovide: ${average(past.avg_keys_per_reprovide)}`,
        `Regions reprovided (last cycle): ${count(past.regions_reprovided_last_cycle)}`
      ]
    case 'workers': {
      const { free, burst, periodic } = available(workers)
      const what = compact ? '' : ' workers'
      const row = (name: string, left: string, right: string): string =>
        `  ${name.padEnd(14)} ${left.padEnd(9)} ${right}`

      return [
        `Active${what}: ${full(workers.active)} / ${full(workers.max)} (max)`,
        `Free${what}: ${full(free)}`,
        row('Workers stats:', 'Periodic', 'Burst'),
        row('Active:', full(workers.active_periodic), full(workers.active_burst)),
        row('Dedicated:', full(workers.dedicated_periodic), full(workers.dedicated_burst)),
        row('Available:', full(periodic), full(burst)),
        row('Queued:', full(workers.queued_periodic), full(workers.queued_burst)),
        `Max connections/worker: ${full(workers.max_provide_conns_per_worker)}`
      ]
    }
  }
}

function fewWorkers ({ workers }: SweepStats): boolean {
  const { burst, periodic } = available(workers)
  return burst <= FEW_WORKERS || periodic <= FEW_WORKERS
}

function briefWorkers ({ workers }: SweepStats): string[] {
  const { burst, periodic } = available(workers)

  return [
    `Active workers:\t${full(workers.active)} / ${full(workers.max)} (max)`,
    `Periodic workers:\t${full(workers.active_periodic)} active,\t${full(periodic)} available, ${
      full(workers.queued_periodic)
    } queued`,
    `Burst workers:\t${full(workers.active_burst)} active,\t${full(burst)} available, ${
      full(workers.queued_burst)
    } queued`,
    ''
  ]
}

function available (
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

function columns (texts: string[]): string {
  return tabColumns(texts.map((line) => line.split('\t')), 1)
}

function sideBySide (left: string[], right: string[]): string {
  const width = Math.max(...left.map(({ length }) => length)) + 2
  const rows = Math.max(left.length, right.length) - 1 // the last row is empty
  return columns(Array.from({ length: rows }, (_, i) => `${(left[i] ?? '').padEnd(width)} ${right[i] ?? ''}`))
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
function full (value: number, digits = 0): string {
  return (Math.trunc(value * 10 ** digits) / 10 ** digits).toLocaleString('en-US')
}

function average (value: number): string {
  return value <= 0 ? NONE : full(value, 1)
}

function si (value: number, digits = 1): string {
  const units = ['', 'k', 'M', 'G', 'T']
  const power = value < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3))
  return full(value / 1000 ** power, digits) + units[power]
}

function count (value: number): string {
  return value < 1000 ? full(value) : `${si(value, 0)}\t(${full(value)})`
}
