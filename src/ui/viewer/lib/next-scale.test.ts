import { expect, it } from 'vitest'
import { nextScale } from './next-scale.ts'

it('enlarges up to a limit, and returns to the fitting size', () => {
  expect(nextScale(0.5, 2, 0.5)).toBe(1)
  expect(nextScale(7, 2, 0.5)).toBe(8)
  expect(nextScale(1, 0.5, 0.5)).toBeUndefined()
  expect(nextScale(1, 0.8, 1)).toBeUndefined()
  // A tiny icon that already fills the window.
  expect(nextScale(20, 2, 20)).toBe(40)
})
