import { expect, test } from 'vitest'
import { percentOf } from './percent-of.ts'

test('how far all of it is', () => {
  expect(percentOf([])).toBeUndefined()
  expect(percentOf([{ done: 0, total: 0 }])).toBe('busy')
  expect(percentOf([{ done: 1, total: 4 }, { done: 4, total: 4 }])).toBe(62)
  // what has no known end says nothing beside what has one
  expect(percentOf([{ done: 1, total: 4 }, { done: 0, total: 0 }])).toBe(25)
  // nothing is whole before it is over, and a file that grew is not more than whole
  expect(percentOf([{ done: 9, total: 4 }])).toBe(99)
})
