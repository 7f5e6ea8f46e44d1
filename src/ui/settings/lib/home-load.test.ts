import { describe, expect, it } from 'vitest'
import { homeLoad } from './home-load.ts'
import type { ServiceLoad } from './home-load.ts'

const SINCE = new Date('2026-11-01T00:00:00Z')
const DAY_MS = 86_400_000

const load = (parts: Partial<ServiceLoad> = {}): ServiceLoad => ({
  Since: SINCE.toISOString(),
  Answers: {},
  Limited: 0,
  Blocked: 0,
  Bytes: 0,
  ObjectCalls: 0,
  BucketReads: 0,
  StoredBlocks: 0,
  StoredBytes: 0,
  ...parts
})
const after = (ms: number): Date => new Date(SINCE.getTime() + ms)

describe('the load of a home node', () => {
  it('is a rate, and shares of those who answered', () => {
    const { requestsPerDay, shares, since } = homeLoad(
      load({
        Answers: {
          'file cache 2xx': 60,
          'car cache 2xx': 20,
          'file front 4xx': 10,
          'rpc node 2xx': 6,
          'file fetcher 2xx': 4
        }
      }),
      after(2 * DAY_MS)
    )
    expect(since).toEqual(SINCE)
    expect(requestsPerDay).toBe(50)
    expect(shares).toEqual({ cache: 80, front: 10, node: 10 })
    expect(homeLoad(load(), after(0)).shares).toEqual({ cache: 0, front: 0, node: 0 })
  })

  it('costs the plan alone if little is used, and nothing is said in the first hour', () => {
    expect(homeLoad(load(), after(3_599_000)).costs).toBeUndefined()
    expect(homeLoad(load({ Answers: { 'file cache 2xx': 1000 } }), after(DAY_MS)).costs).toMatchObject({
      plan: 5,
      requests: 0,
      objects: 0,
      reads: 0,
      storage: 0,
      all: 5
    })
  })

  it('costs what the table of docs/internals/edge-scale.md says', () => {
    // A day of 10,000 requests a second.
    const aDay = 10_000 * 86_400
    const { costs } = homeLoad(
      load({
        Answers: { 'file cache 2xx': aDay * 0.9, 'file front 2xx': aDay * 0.1 },
        ObjectCalls: 86_400,
        BucketReads: aDay * 0.12,
        StoredBytes: 10e12,
        StoredBlocks: 100e6
      }),
      after(DAY_MS)
    )
    expect(costs!.requests).toBeGreaterThan(8000)
    expect(costs!.requests).toBeLessThan(8400)
    expect(costs!.reads).toBeGreaterThan(1000)
    expect(costs!.reads).toBeLessThan(1200)
    expect(costs!.storage).toBeCloseTo(149.85 + 3, 1)
    expect(costs!.objects).toBeLessThan(4)
  })
})
