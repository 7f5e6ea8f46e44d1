import all from 'it-all'
import { describe, expect, it } from 'vitest'
import { peekFirst } from './peek-first.ts'

describe('withFirst', () => {
  async function* numbers (count: number, left?: () => void): AsyncGenerator<number> {
    try {
      for (let n = 0; n < count; n++) {
        yield n
      }
    } finally {
      left?.()
    }
  }

  it('yields all values, including the first', async () => {
    expect(await all(await peekFirst(numbers(3)) ?? [])).toEqual([0, 1, 2])
  })

  it('reports an empty source', async () => {
    expect(await peekFirst(numbers(0))).toBeUndefined()
  })

  it.each([1, 2])('closes the source when it is left after value %d', async (after) => {
    let closed = false
    let seen = 0

    for await (
      const _ of await peekFirst(numbers(5, () => {
        closed = true
      })) ?? []
    ) {
      if (++seen === after) {
        break
      }
    }

    expect(closed).toBe(true)
  })
})
