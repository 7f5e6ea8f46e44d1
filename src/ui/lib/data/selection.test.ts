import { describe, expect, it } from 'vitest'
import { choose, chooseAll, move, NOTHING, stillThere } from './selection.ts'
import type { Selection } from './selection.ts'

describe('the selection', () => {
  const order = ['a', 'b', 'c', 'd', 'e']
  const names = ({ names }: Selection): string => [...names].join('')

  it('selects one row, toggles another, and extends to a range', () => {
    let selection = choose(NOTHING, order, 'b', 'one')
    selection = choose(selection, order, 'd', 'also')
    expect(names(selection)).toBe('bd')
    selection = choose(selection, order, 'a', 'range')
    expect(names(selection)).toBe('abcd')
    selection = choose(selection, order, 'e', 'range')
    expect([names(selection), selection.anchor, selection.cursor]).toEqual(['de', 'd', 'e'])
    expect(names(choose(selection, order, 'd', 'also'))).toBe('e')
  })

  it('moves by keyboard, and stops at the ends', () => {
    const first = move(NOTHING, order, 1, 'one')
    expect(names(first)).toBe('a')
    expect([-1, Infinity, -Infinity].map((by) => names(move(NOTHING, order, by, 'one')))).toEqual(['e', 'e', 'a'])
    expect(names(move(first, order, Infinity, 'range'))).toBe('abcde')
    const beyond = move(move(first, order, 2, 'cursor'), order, 9, 'cursor')
    expect([names(beyond), beyond.cursor]).toEqual(['a', 'e'])
    expect(move(first, [], 1, 'one')).toEqual(NOTHING)
  })

  it('selects all rows, and keeps the remaining ones', () => {
    const all = chooseAll(choose(NOTHING, order, 'c', 'one'), order)
    const left = stillThere(all, order, ['a', 'd', 'f'])
    expect([names(left), left.cursor, left.anchor]).toEqual(['ad', 'f', 'f'])
    expect(stillThere(all, order, [])).toEqual({ names: new Set(), cursor: undefined, anchor: undefined })
  })
})
