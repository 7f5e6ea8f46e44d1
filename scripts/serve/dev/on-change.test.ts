import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onChange } from './on-change.mjs'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('runs once for changes close together, and once more for changes during the run', async () => {
  const ends: Array<() => void> = []
  const changed = onChange(async () => {
    await new Promise<void>((resolve) => {
      ends.push(resolve)
    })
  }, { quietMs: 100 })

  for (let i = 0; i < 10; i++) {
    changed()
    await vi.advanceTimersByTimeAsync(50)
  }

  expect(ends).toHaveLength(0) // still changing
  await vi.advanceTimersByTimeAsync(100)
  expect(ends).toHaveLength(1)

  for (let i = 0; i < 3; i++) {
    changed()
    await vi.advanceTimersByTimeAsync(200)
  }

  expect(ends).toHaveLength(1) // one at a time
  ends[0]()
  await vi.advanceTimersByTimeAsync(0)
  expect(ends).toHaveLength(2)
  ends[1]()
  await vi.advanceTimersByTimeAsync(1000)
  expect(ends).toHaveLength(2)
})
