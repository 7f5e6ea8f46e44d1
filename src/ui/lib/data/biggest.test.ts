import { describe, expect, it } from 'vitest'
import { biggest } from './biggest.ts'

describe('biggest', () => {
  it('returns the largest items first, without those of unknown size', () => {
    const sizes = new Map([['a', 1], ['b', 3], ['d', 2], ['e', 0]])
    expect(biggest(['a', 'b', 'c', 'd', 'e'], (one) => sizes.get(one), 3)).toEqual([{ one: 'b', size: 3 }, {
      one: 'd',
      size: 2
    }, { one: 'a', size: 1 }])
  })
})
