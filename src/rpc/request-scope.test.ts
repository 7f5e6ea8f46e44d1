import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RequestScope } from './request-scope.ts'

beforeEach(() => { vi.useFakeTimers() })
afterEach(() => { vi.useRealTimers() })

function idle (): AbortSignal {
  return new AbortController().signal
}

it('gives the words of a command that listens when the time is over', async () => {
  const scope = new RequestScope(idle(), 300)

  const work = new Promise((_resolve, reject) => {
    scope.signal.addEventListener('abort', () => { reject(new Error(`pin: ${(scope.signal.reason as Error).name}`)) })
  })

  const answer = expect(scope.race(work)).rejects.toThrow('pin: TimeoutError')
  await vi.advanceTimersByTimeAsync(300)
  await answer
})

it('does not wait for a command that does not listen', async () => {
  const scope = new RequestScope(idle(), 300)
  let settled = false
  const answer = scope.race(new Promise(() => {})).catch((err: Error) => { settled = true; return err.name })
  await vi.advanceTimersByTimeAsync(300)
  expect(settled).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(await answer).toBe('TimeoutError')
})

it('ends with the request, also with one that was over before', async () => {
  const controller = new AbortController()
  const scope = new RequestScope(controller.signal)
  const answer = expect(scope.race(new Promise(() => {}))).rejects.toThrow('gone')
  controller.abort(new Error('gone'))
  await vi.runAllTimersAsync()
  await answer

  const late = new RequestScope(controller.signal)
  const lateAnswer = expect(late.race(new Promise(() => {}))).rejects.toThrow('gone')
  await vi.runAllTimersAsync()
  await lateAnswer
})

it('settles as the work does, and no timer fires after that', async () => {
  const scope = new RequestScope(idle(), 300)
  expect(await scope.race(1)).toBe(1)
  await expect(scope.race(Promise.reject(new Error('no')))).rejects.toThrow('no')
  scope.close()
  await vi.advanceTimersByTimeAsync(1000)
  expect(scope.signal.aborted).toBe(false)
})
