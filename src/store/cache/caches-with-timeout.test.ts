import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cachesWithTimeout } from './caches-with-timeout.ts'
import type { CacheStorageLike } from './caches-with-timeout.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A Cache API that does not answer until `answers` is set. */
function mutableCaches (): { caches: CacheStorageLike; state: { answers: boolean } } {
  const state = { answers: false }
  const ask = async <T>(value: T): Promise<T> => state.answers ? value : await new Promise<never>(() => {})
  const open = async (): Promise<never> => await ask({} as never)
  return { caches: { open, has: async () => await ask(true), delete: async () => await ask(true) }, state }
}

/** Returns how long a call took, in seconds. */
async function secondsOf (question: Promise<unknown>): Promise<number> {
  const start = Date.now()
  let end = 0
  question.catch(() => {}).finally(() => {
    end = Date.now()
  })
  for (let i = 0; i < 40 && end === 0; i++) {
    await vi.advanceTimersByTimeAsync(1000)
  }
  return Math.round((end - start) / 1000)
}

it('has a short timeout after a call that timed out, in any wrapper', async () => {
  const { caches } = mutableCaches()
  expect(await secondsOf(cachesWithTimeout(caches).has('a'))).toBe(30)
  expect(await secondsOf(cachesWithTimeout(caches).open('b'))).toBe(2)
  expect(await secondsOf(cachesWithTimeout(caches).delete('a'))).toBe(2)
  await expect(Promise.all([cachesWithTimeout(caches).has('a'), vi.advanceTimersByTimeAsync(2000)])).rejects.toThrow(
    'the browser does not answer'
  )
})

it('has the normal timeout again after an answer, even an error', async () => {
  const { caches, state } = mutableCaches()
  expect(await secondsOf(cachesWithTimeout(caches).has('a'))).toBe(30)
  state.answers = true
  expect(await cachesWithTimeout(caches).has('a')).toBe(true)
  state.answers = false
  expect(await secondsOf(cachesWithTimeout(caches).has('a'))).toBe(30)

  const other = mutableCaches().caches
  expect(await secondsOf(cachesWithTimeout(other).has('a'))).toBe(30)
  const failing = Object.assign(other, {
    delete: async () => {
      throw new Error('no room')
    }
  })
  await expect(cachesWithTimeout(failing).delete('a')).rejects.toThrow('no room')
  expect(await secondsOf(cachesWithTimeout(other).has('a'))).toBe(30)
})
