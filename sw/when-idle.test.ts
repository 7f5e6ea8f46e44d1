import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whenIdle } from './when-idle.ts'

beforeEach(() => { vi.useFakeTimers() })
afterEach(() => { vi.useRealTimers() })

it('waits until nothing has been in use for a moment, not only at one look', async () => {
  const uses = [1, 0, 1, 0, 0]
  const done = vi.fn()
  void whenIdle(() => uses.shift() ?? 0).then(done)
  await vi.advanceTimersByTimeAsync(250)
  expect(done).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(100)
  expect(done).toHaveBeenCalled()
})

it('gives up where it is never idle', async () => {
  const failed = vi.fn()
  whenIdle(() => 1).catch(failed)
  await vi.advanceTimersByTimeAsync(61_000)
  expect(failed).toHaveBeenCalled()
})
