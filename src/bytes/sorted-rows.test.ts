import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SortedRows } from './sorted-rows.ts'

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b)

it('yields rows in key order, equal keys in insertion order', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 20_000 }),
      fc.integer({ min: 1, max: 30_000 }),
      fc.integer(),
      (count, keys, seed) => {
        const rows = new SortedRows(compare)
        const expected: Array<[string, string]> = []

        for (let i = 0; i < count; i++) {
          const row: [string, string] = [
            `ключ ${Math.imul(i ^ seed, 0x9e3779b1) % keys}`,
            i % 7 === 0 ? '' : `row ${i}`
          ]
          rows.add(...row)
          expected.push(row)
        }

        expect(rows.size).toBe(count)
        const found = [...rows]
        expected.sort(([a], [b]) => compare(a, b))
        expect(found.length).toBe(count)
        expect([...rows].length).toBe(count)
        expect(found.every(([key, row], i) => key === expected[i][0] && row === expected[i][1])).toBe(true)
      }
    ),
    { numRuns: 30 }
  )
})

it('does not compare rows again that were added in order', () => {
  let compared = 0
  const rows = new SortedRows((a, b) => {
    compared++
    return compare(a, b)
  })
  const expected = Array.from(
    { length: 5000 },
    (_, i): [string, string] => [String(i >> 1).padStart(5, '0'), i % 3 === 0 ? '' : `row ${i}`]
  )
  expected.forEach((row) => {
    rows.add(...row)
  })
  expect([...rows].length).toBe(5000)
  compared = 0
  expect([...rows]).toEqual(expected)
  expect(compared).toBeLessThan(100)
})
