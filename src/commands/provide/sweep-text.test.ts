import { expect, test } from 'vitest'
import { sweepStats } from './sweep-stats.ts'
import type { SweepStats } from './sweep-stats.ts'
import { sweepText } from './sweep-text.ts'

function stats (keys: number, records = 0): SweepStats {
  const made = sweepStats(
    { intervalMs: 1, maxWorkers: 16, periodicWorkers: 2, burstWorkers: 1, connectionsPerWorker: 20 } as Parameters<
      typeof sweepStats
    >[0],
    {
      startedMs: 0,
      nowMs: 0,
      since: 0,
      provided: { keys, failed: 0, records, walks: 0 },
      rounds: undefined,
      work: undefined
    }
  )
  return { ...made, schedule: { ...made.schedule, keys } }
}

const lineOf = (text: string, name: string): string => text.split('\n').find((line) => line.includes(name)) ?? ''

/** Kubo 0.40.0 wrote `1k (1,904)` of 1904. */
test('large numbers are abbreviated to whole digits, followed by the full number', () => {
  expect(lineOf(sweepText(stats(1904), {}), 'scheduled')).toBe('CIDs scheduled:      1k (1,904)')
  expect(lineOf(sweepText(stats(999), {}), 'scheduled')).toBe('CIDs scheduled:      999')
  expect(lineOf(sweepText(stats(2_999_999), { schedule: true }), 'scheduled')).toBe(
    'CIDs scheduled:        2M (2,999,999)'
  )
  expect(sweepText(stats(1904), { all: true, compact: true })).toMatch(
    / {2}CIDs scheduled: 1k \(1,904\) +Status: online/
  )
})

test('averages have one digit, and are truncated', () => {
  expect(lineOf(sweepText(stats(100, 299), { network: true }), 'holders')).toBe('Avg record holders:     2.9')
})
