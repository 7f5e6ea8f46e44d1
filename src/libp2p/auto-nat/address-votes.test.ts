import { expect, test } from 'vitest'
import { AddressVotes } from './address-votes.ts'

const HOUR_MS = 3_600_000

function votes (): { of: AddressVotes; pass: (ms: number) => void } {
  let now = 1
  return {
    of: new AddressVotes(() => now),
    pass: (ms) => {
      now += ms
    }
  }
}

test('two of several address owners decide, and three are asked', () => {
  const { of } = votes()
  expect([of.state, of.missing]).toEqual(['unknown', 3])
  of.add('a', true)
  expect([of.state, of.missing]).toEqual(['unknown', 2])
  of.add('b', true)
  expect([of.state, of.missing]).toEqual(['reachable', 1])
  of.add('c', true)
  expect([of.state, of.missing]).toEqual(['reachable', 0])
})

test('many peers of one owner have one vote, the last', () => {
  const { of } = votes()
  Array.from({ length: 5 }, () => {
    of.add('a', true)
  })
  expect(of.state).toBe('unknown')
  of.add('a', false)
  of.add('b', false)
  expect(of.state).toBe('unreachable')
})

test('a contradicting vote makes the node ask others', () => {
  const { of } = votes()
  ;['a', 'b', 'c'].forEach((group) => {
    of.add(group, true)
  })
  of.add('d', false)
  expect([of.state, of.missing]).toEqual(['reachable', 1])
  of.add('e', false)
  expect([of.state, of.missing]).toEqual(['unknown', 2])
})

test('votes are renewed after an hour, and expire after five', () => {
  const { of, pass } = votes()
  ;['a', 'b', 'c'].forEach((group) => {
    of.add(group, false)
  })
  expect(of.hasHeard('a')).toBe(true)
  pass(HOUR_MS)
  expect([of.state, of.missing, of.hasHeard('a')]).toEqual(['unreachable', 3, false])
  pass(4 * HOUR_MS)
  expect(of.state).toBe('unknown')
})
