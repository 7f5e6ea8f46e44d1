import { expect, it } from 'vitest'
import { RuleKeyHash } from './rule-key.ts'
import type { RuleKey } from './rule-key.ts'
import { RuleTable } from './rule-table.ts'

const MIB = 1024 * 1024
const hash = new RuleKeyHash([1, 2, 3])
const keyOf = (i: number): RuleKey => hash.start().add(`rule ${i}`).key()

it('finds a million rules in less than 64 MiB, also while it grows and after it was stored', () => {
  const table = new RuleTable()
  let most = 0

  for (let i = 0; i < 1_000_000; i++) {
    table.set(keyOf(i), { line: i + 1, allows: i % 2 === 1, status: i % 600 })
    most = Math.max(most, table.byteLength)
  }

  expect(table.size).toBe(1_000_000)
  expect(most).toBeLessThan(64 * MIB)

  for (const some of [table, RuleTable.from(table.chunks, table.size)]) {
    for (let i = 0; i < 1_000_000; i += 997) {
      expect(some.get(keyOf(i))).toEqual({ line: i + 1, allows: i % 2 === 1, status: i % 600 })
    }
    expect(some.get(keyOf(1_000_000))).toBeUndefined()
  }
})

it('keeps the last rule of a key', () => {
  const table = new RuleTable()
  table.set(keyOf(1), { line: 1, allows: false, status: 0 })
  table.set(keyOf(1), { line: 2, allows: true, status: 410 })
  expect(table.size).toBe(1)
  expect(table.get(keyOf(1))).toEqual({ line: 2, allows: true, status: 410 })
})

it('has keys that differ in all words, and depend on the seed', () => {
  const words = [new Set<number>(), new Set<number>(), new Set<number>()]

  for (let i = 0; i < 50_000; i++) {
    keyOf(i).forEach((word, at) => words[at].add(word))
  }

  // By chance about 0.3 of 50,000 numbers of 32 bits are equal.
  words.forEach(({ size }) => {
    expect(size).toBeGreaterThan(49_990)
  })
  expect(new RuleKeyHash([4, 5, 6]).add('rule 1').key()).not.toEqual(keyOf(1))
})
