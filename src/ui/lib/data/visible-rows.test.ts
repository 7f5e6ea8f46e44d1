import { describe, expect, it } from 'vitest'
import { scrollToRow, visibleRows } from './visible-rows.ts'

describe('a long list', () => {
  it('renders the visible rows', () => {
    expect(visibleRows({ top: 0, height: 440 }, 44, 100_000)).toEqual({ first: 0, end: 18 })
    expect(visibleRows({ top: 44_000, height: 440 }, 44, 100_000)).toEqual({ first: 992, end: 1018 })
    expect(visibleRows({ top: 44_000, height: 440 }, 44, 3)).toEqual({ first: 3, end: 3 })
  })

  it('scrolls as far as a row needs', () => {
    expect([0, 5, 9, 10, 50].map((row) => scrollToRow({ top: 88, height: 440 }, 44, row))).toEqual([
      0,
      88,
      88,
      88,
      1804
    ])
  })
})
