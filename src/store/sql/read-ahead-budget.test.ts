import { expect, it } from 'vitest'
import { ReadAheadBudget } from './read-ahead-budget.ts'

const MIB = 1024 * 1024

it('gives a single reader as much as it needs, and many stalled readers together no more', () => {
  const shares = new ReadAheadBudget()
  const one = shares.begin()
  expect([one.ahead(), one.ahead(), one.ahead()]).toEqual([8 * MIB, 8 * MIB, 8 * MIB])

  const crowd = Array.from({ length: 100 }, () => shares.begin())
  const given = crowd.flatMap(({ next, ahead }) => [next(), ahead()]).reduce((sum, bytes) => sum + bytes, 0)
  expect(given).toBeLessThanOrEqual(8 * MIB)
  // If almost nothing is left, nothing is read ahead.
  expect(crowd.at(-1)!.ahead()).toBe(0)

  crowd.forEach(({ end }) => {
    end()
    end()
  })
  expect(one.ahead()).toBe(8 * MIB)
  one.end()
  expect(shares.begin().next()).toBe(8 * MIB)
})
