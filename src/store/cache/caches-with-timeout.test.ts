import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answeringCaches } from './caches-with-timeout.ts'
import type { AnsweringCaches } from './caches-with-timeout.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A Cache API that does not answer until `answers` is set. */
function mutableCaches (): { caches: AnsweringCaches; state: { answers: boolean } } {
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
  expect(await secondsOf(answeringCaches(caches).has('a'))).toBe(30)
  expect(await secondsOf(answeringCaches(caches).open('b'))).toBe(2)
  expect(await secondsOf(answeringCaches(caches).delete('a'))).toBe(2)
  await expect(Promise.all([answeringCaches(caches).has('a'), vi.advanceTimersByTimeAsync(2000)])).rejects.toThrow(
    'the browser does not answer'
  )
})

it('has the normal timeout again after an answer, even an error', async () => {
  const { caches, state } = mutableCaches()
  expect(await secondsOf(answeringCaches(caches).has('a'))).toBe(30)
  state.answers = true
  expect(await answeringCaches(caches).has('a')).toBe(true)
  state.answers = false
  expect(await secondsOf(answeringCaches(caches).has('a'))).toBe(30)

  const other = mutableCaches().caches
  expect(await secondsOf(answeringCaches(other).has('a'))).toBe(30)
  const failing = Object.assign(other, {
    delete: async () => {
      throw new Error('no room')
    }
  })
  await expect(answeringCaches(failing).delete('a')).rejects.toThrow('no room')
  expect(await secondsOf(answeringCaches(other).has('a'))).toBe(30)
})
