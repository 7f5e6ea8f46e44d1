import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RequestLife } from './request-life.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function idle (): AbortSignal {
  return new AbortController().signal
}

it('returns the error of a command that handles the timeout', async () => {
  const life = new RequestLife(idle(), { timeoutMs: 300 })

  const work = new Promise((_resolve, reject) => {
    life.signal.addEventListener('abort', () => {
      reject(new Error(`pin: ${(life.signal.reason as Error).name}`))
    })
  })

  const answer = expect(life.race(work)).rejects.toThrow('pin: TimeoutError')
  await vi.advanceTimersByTimeAsync(300)
  await answer
})

it('does not wait for a command that ignores the timeout', async () => {
  const life = new RequestLife(idle(), { timeoutMs: 300 })
  let settled = false
  const answer = life.race(new Promise(() => {})).catch((err: Error) => {
    settled = true
    return err.name
  })
  await vi.advanceTimersByTimeAsync(300)
  expect(settled).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(await answer).toBe('TimeoutError')
})

it('ends with the request, even if that was aborted before', async () => {
  const controller = new AbortController()
  const life = new RequestLife(controller.signal)
  const answer = expect(life.race(new Promise(() => {}))).rejects.toThrow('gone')
  controller.abort(new Error('gone'))
  await vi.runAllTimersAsync()
  await answer

  const late = new RequestLife(controller.signal)
  const lateAnswer = expect(late.race(new Promise(() => {}))).rejects.toThrow('gone')
  await vi.runAllTimersAsync()
  await lateAnswer
})

it('settles with the work, and no timer fires afterwards', async () => {
  const life = new RequestLife(idle(), { timeoutMs: 300 })
  expect(await life.race(1)).toBe(1)
  await expect(life.race(Promise.reject(new Error('no')))).rejects.toThrow('no')
  life.close()
  await vi.advanceTimersByTimeAsync(1000)
  expect(life.signal.aborted).toBe(false)
})

it('ends after a stall, and only while a reader waits', async () => {
  const life = new RequestLife(idle(), { idle: { ms: 50, error: () => new Error('silence') } })
  await vi.advanceTimersByTimeAsync(1000)
  life.waiting()
  await vi.advanceTimersByTimeAsync(49)
  life.arrived()
  await vi.advanceTimersByTimeAsync(1000)
  expect(life.signal.aborted).toBe(false)

  life.waiting()
  life.waiting()
  await vi.advanceTimersByTimeAsync(50)
  expect(life.signal.reason).toEqual(new Error('silence'))
})

it('keeps its first abort reason', () => {
  const life = new RequestLife(idle())
  life.abort(new Error('first'))
  life.abort(new Error('second'))
  expect(life.signal.reason).toEqual(new Error('first'))
})

it('treats a timeout beyond the range of timers as very long', async () => {
  const life = new RequestLife(idle(), { timeoutMs: 1e12, idle: { ms: 1e12, error: () => new Error('idle') } })
  life.waiting()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(life.signal.aborted).toBe(false)
  life.close()
  expect(vi.getTimerCount()).toBe(0)
})
