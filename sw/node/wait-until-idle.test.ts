import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { waitUntilIdle } from './wait-until-idle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('waits until the node was idle for a moment, not only at one check', async () => {
  const node = { inUse: 1, uses: 1 }
  const done = vi.fn()
  void waitUntilIdle(node).then(done)
  await vi.advanceTimersByTimeAsync(100)
  node.inUse = 0
  await vi.advanceTimersByTimeAsync(300)
  Object.assign(node, { inUse: 1, uses: 2 })
  await vi.advanceTimersByTimeAsync(100)
  node.inUse = 0
  await vi.advanceTimersByTimeAsync(500)
  expect(done).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(300)
  expect(done).toHaveBeenCalled()
})

it('counts uses that begin and end between two checks', async () => {
  const node = { inUse: 0, uses: 0 }
  const done = vi.fn()
  void waitUntilIdle(node).then(done)

  for (let i = 0; i < 10; i++) {
    await vi.advanceTimersByTimeAsync(300)
    node.uses++
  }

  expect(done).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(800)
  expect(done).toHaveBeenCalled()
})

it('times out if the node is never idle', async () => {
  const failed = vi.fn()
  waitUntilIdle({ inUse: 1, uses: 1 }).catch(failed)
  await vi.advanceTimersByTimeAsync(61_000)
  expect(failed).toHaveBeenCalled()
})
