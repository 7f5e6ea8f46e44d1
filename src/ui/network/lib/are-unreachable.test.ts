import { expect, it } from 'vitest'
import { areUnreachable } from './are-unreachable.ts'

it('is true if all places that ended could not be reached', () => {
  expect(areUnreachable([{ state: 'failed', failure: 'failed' }, { state: 'asking' }])).toBe(true)
  expect(areUnreachable([{ state: 'failed', failure: 'failed' }, { state: 'failed', failure: 'missing' }])).toBe(false)
  expect(areUnreachable([{ state: 'failed', failure: 'failed' }, { state: 'answered' }])).toBe(false)
})

it('is unknown before the first place has ended', () => {
  expect(areUnreachable([])).toBeUndefined()
  expect(areUnreachable([{ state: 'asking' }])).toBeUndefined()
})
