import { expect, it } from 'vitest'
import { trafficRates } from './traffic-rates.ts'

it('returns bytes per second, and none after a restart of the counters', () => {
  expect(trafficRates([
    { atMs: 0, received: 0, sent: 100 },
    { atMs: 2000, received: 1000, sent: 100 },
    { atMs: 3000, received: 0, sent: 150 }
  ])).toEqual([{ received: 500, sent: 0 }, { received: 0, sent: 50 }])
  expect(trafficRates([{ atMs: 0, received: 0, sent: 0 }])).toEqual([])
})
