import { expect, it } from 'vitest'
import type { BlockState } from './verify-blocks.ts'
import { CorruptBlocksError, VerifySummary } from './verify-summary.ts'

function summarize (...states: BlockState[]): string {
  const summary = new VerifySummary()
  states.forEach((state) => {
    summary.count(state)
  })
  return summary.end()
}

it('validates a store without corrupt blocks', () => {
  expect(summarize()).toBe('verify complete, all blocks validated.')
  expect(summarize('valid', 'valid')).toBe('verify complete, all blocks validated.')
})

it('counts removed and healed blocks', () => {
  expect(summarize('removed', 'valid', 'removed')).toBe('verify complete, 2 blocks corrupt, 2 removed')
  expect(summarize('healed', 'healed', 'removed')).toBe('verify complete, 3 blocks corrupt, 3 removed, 2 healed')
})

it.each<[string, BlockState[]]>([
  ['verify complete, 1 blocks corrupt', ['corrupt']],
  ['verify complete, 1 blocks corrupt, 1 failed to remove', ['remove failed']],
  ['verify complete, 1 blocks corrupt, 1 removed, 1 failed to heal', ['heal failed']],
  [
    'verify complete, 5 blocks corrupt, 3 removed, 1 failed to remove, 1 healed, 1 failed to heal',
    ['corrupt', 'removed', 'healed', 'remove failed', 'heal failed']
  ]
])('throws if corrupt blocks remain: %s', (message, states) => {
  expect(() => summarize(...states)).toThrow(new CorruptBlocksError(message))
})
