import { describe, expect, it } from 'vitest'
import { ProgressMeter } from './progress-meter.ts'

function reports (reads: number[], looks: number): number[] {
  const reported: number[] = []
  const meter = new ProgressMeter((bytes) => reported.push(bytes))
  reads.forEach((bytes) => {
    meter.add(bytes)
  })
  meter.end(looks)
  return reported
}

describe('ProgressMeter', () => {
  it.each([
    [[], 1, [0]],
    [[5], 0, [5]],
    [[5], 1, [5, 5]],
    [[600_000], 0, [262_144, 524_288, 600_000]],
    [[100_000, 100_000, 100_000], 0, [262_144, 300_000]],
    [[262_144], 1, [262_144, 262_144]],
    [[524_288], 2, [262_144, 524_288, 524_288, 524_288]]
  ])('reports reads of %j with %i reads at the end as %j', (reads, looks, expected) => {
    expect(reports(reads, looks)).toEqual(expected)
  })
})
