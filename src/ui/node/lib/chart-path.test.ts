import { expect, it } from 'vitest'
import { chartPath } from './chart-path.ts'

it('ends at the right edge, and scales to the maximum', () => {
  expect(chartPath([0, 50, 100], { slots: 4, max: 100 })).toBe('M100.0 60.0L200.0 30.0L300.0 0.0')
  expect(chartPath([200], { slots: 4, max: 100 })).toBe('M300.0 0.0')
  expect(chartPath([], { slots: 4, max: 100 })).toBe('')
})
