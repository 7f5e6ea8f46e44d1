import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { attempts } from './reload-attempts.ts'

const storage = new Map<string, string>()

beforeEach(() => {
  storage.clear()
  vi.useFakeTimers()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => {
      storage.set(key, value)
    },
    removeItem: (key: string) => {
      storage.delete(key)
    }
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('counts attempts of one address across reloads, and expires old ones', () => {
  attempts('/a').add()
  vi.advanceTimersByTime(20_000)
  attempts('/a').add()
  attempts('/b').add()
  expect(attempts('/a').count()).toBe(2)
  vi.advanceTimersByTime(15_000)
  expect(attempts('/a').count()).toBe(1)
  attempts('/a').clear()
  expect([attempts('/a').count(), attempts('/b').count(), storage.size]).toEqual([0, 1, 1])
})

it('starts a new count for another visit, and drops the previous one', () => {
  for (let i = 0; i < 3; i++) {
    attempts('/a', 'first').add()
  }
  expect(attempts('/a', 'first').count()).toBe(3)
  expect(attempts('/a', 'second').count()).toBe(0)
  attempts('/a', 'second').add()
  expect([attempts('/a', 'first').count(), attempts('/a', 'second').count(), storage.size]).toEqual([0, 1, 1])
})

it.each(['', 'x', '{}', '[null, 5, "a", [], {"at":"x"}]', '[1700000000000]'])('ignores a stored %s', (stored) => {
  storage.set('swipfs-bootstrap /a', stored)
  expect(attempts('/a').count()).toBe(0)
})

it('counts nothing if storage is disabled', () => {
  vi.stubGlobal('sessionStorage', undefined)
  const tries = attempts('/a')
  tries.add()
  tries.clear()
  expect(tries.count()).toBe(0)
})
