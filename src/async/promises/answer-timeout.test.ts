import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withAnswerTimeout } from './answer-timeout.ts'

const HALF_A_MINUTE_MS = 30_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('returns the answer or the error of a browser that responds', async () => {
  const ask = vi.fn(async () => 1)
  expect(await withAnswerTimeout(ask)).toBe(1)
  expect(ask).toHaveBeenCalledTimes(1)
  await expect(withAnswerTimeout(async () => {
    throw new Error('no room')
  })).rejects.toThrow('no room')
})

it('repeats a request that the browser has forgotten', async () => {
  const ask = vi.fn(async () => ask.mock.calls.length === 1 ? await new Promise<number>(() => {}) : 2)
  const answer = withAnswerTimeout(ask)
  await vi.advanceTimersByTimeAsync(HALF_A_MINUTE_MS)
  expect(await answer).toBe(2)
  expect(ask).toHaveBeenCalledTimes(2)
})

it.each([[true], [false]])('rejects after the timeout if the browser never answers (repeats: %s)', async (again) => {
  const ask = vi.fn(async () => await new Promise<number>(() => {}))
  const answer = expect(withAnswerTimeout(ask, { again })).rejects.toThrow('the browser does not answer')
  await vi.advanceTimersByTimeAsync(HALF_A_MINUTE_MS)
  await answer
  expect(ask.mock.calls.length > 1).toBe(again)
})
