import { describe, expect, it } from 'vitest'
import { naturalOrder } from './natural-order.ts'
import { sortedInSteps } from './sorted-in-steps.ts'

const signal = new AbortController().signal

describe('sorting in steps', () => {
  const names = Array.from({ length: 20_000 }, (_, i) => `File ${i * 7919 % 20_000}.txt`)

  it('sorts in natural order, and yields to the page', async () => {
    let rests = 0
    const sorted = await sortedInSteps(names, naturalOrder, {
      signal,
      rest: async () => {
        rests++
      }
    })
    expect(sorted).toEqual(Array.from({ length: 20_000 }, (_, i) => `File ${i}.txt`))
    expect(rests).toBeGreaterThan(0)
    expect(await sortedInSteps([], naturalOrder, { signal })).toEqual([])
  })

  it('is stable', async () => {
    const pairs = Array.from({ length: 1001 }, (_, i) => [i % 3, i])
    const sorted = await sortedInSteps(pairs, ([a], [b]) => a - b, { signal })
    expect(sorted).toEqual([...pairs].sort(([a, i], [b, j]) => a - b || i - j))
  })

  it('stops when its signal is aborted', async () => {
    const leaving = new AbortController()
    await expect(sortedInSteps(names, naturalOrder, {
      signal: leaving.signal,
      rest: async () => {
        leaving.abort(new Error('left'))
      }
    })).rejects.toThrow('left')
  })
})
