import { describe, expect, it } from 'vitest'
import { ProgressMeter } from './progress-meter.ts'

function reports (reads: number[]): number[] {
  const reported: number[] = []
  const meter = new ProgressMeter((bytes) => reported.push(bytes))
  reads.forEach((bytes) => { meter.add(bytes) })
  meter.end()
  return reported
}

describe('ProgressMeter', () => {
  it.each([
    [[], [0]],
    [[5], [5]],
    [[600_000], [262_144, 524_288, 600_000]],
    [[100_000, 100_000, 100_000], [262_144, 300_000]],
    [[262_144], [262_144, 262_144]]
  ])('reports reads of %j as %j', (reads, expected) => {
    expect(reports(reads)).toEqual(expected)
  })
})
