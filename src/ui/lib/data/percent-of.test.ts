import { expect, test } from 'vitest'
import { percentOf } from './percent-of.ts'

test('percentOf returns the total progress', () => {
  expect(percentOf([])).toBeUndefined()
  expect(percentOf([{ done: 0, total: 0 }])).toBe('busy')
  expect(percentOf([{ done: 1, total: 4 }, { done: 4, total: 4 }])).toBe(62)
  // Parts of unknown size do not count next to parts of known size.
  expect(percentOf([{ done: 1, total: 4 }, { done: 0, total: 0 }])).toBe(25)
  // Nothing is complete before it ends, and a file that grew is not more than complete.
  expect(percentOf([{ done: 9, total: 4 }])).toBe(99)
})
