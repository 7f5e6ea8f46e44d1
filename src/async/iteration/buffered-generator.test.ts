import all from 'it-all'
import { afterEach, expect, it, vi } from 'vitest'
import { bufferedGenerator } from './buffered-generator.ts'

afterEach(() => {
  vi.useRealTimers()
})

const { signal } = new AbortController()

it('yields reports while the job runs', async () => {
  let goOn: () => void = () => {}
  const reports = bufferedGenerator<number>(async (report) => {
    await report(1)
    await new Promise<void>((resolve) => {
      goOn = resolve
    })
    await report(2)
    await report(3)
  }, signal)

  expect(await reports.next()).toEqual({ done: false, value: 1 })
  goOn()
  expect(await all(reports)).toEqual([2, 3])
})

it('throws the error of the job after its reports', async () => {
  const seen: number[] = []

  await expect((async () => {
    for await (
      const value of bufferedGenerator<number>(async (report) => {
        await report(1)
        throw new Error('no')
      }, signal)
    ) {
      seen.push(value)
    }
  })()).rejects.toThrow('no')

  expect(seen).toEqual([1])
})

it('lets the job run ahead of a slow reader, within a limit', async () => {
  let made = 0
  const reports = bufferedGenerator<number>(async (report) => {
    while (made < 200_000) {
      await report(made++)
    }
  }, signal)
  await reports.next()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(made).toBeGreaterThan(50_000)
  expect(made).toBeLessThan(70_000)
  expect((await all(reports)).at(-1)).toBe(199_999)
})

it('aborts the job when the reader leaves, and waits for its end', async () => {
  let ended = false

  for await (
    const _ of bufferedGenerator<number>(async (report, signal) => {
      try {
        while (true) {
          signal.throwIfAborted()
          await report(1)
          await new Promise((resolve) => setTimeout(resolve, 1))
        }
      } finally {
        ended = true
      }
    }, signal)
  ) {
    break
  }

  expect(ended).toBe(true)
})

it('aborts a job whose reader stalls, but not one whose reader is slow', async () => {
  vi.useFakeTimers()
  let failure: Error | undefined

  const reports = bufferedGenerator<number>(
    async (report) => {
      try {
        for (let i = 0;; i++) {
          await report(i)
        }
      } catch (err) {
        failure = err as Error
        throw err
      }
    },
    signal,
    { stallMs: 60_000 }
  )

  for (let i = 0; i < 5; i++) {
    expect((await reports.next()).value).toBe(i)
    await vi.advanceTimersByTimeAsync(50_000)
  }

  expect(failure).toBeUndefined()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(failure?.name).toBe('ReaderStalledError')

  let last = 0
  await expect((async () => {
    for await (const value of reports) {
      last = value
    }
  })()).rejects.toThrow('the answer was not read for 60 s and was cut')
  expect(last).toBeGreaterThan(60_000)
})

it('releases a job that reports after its reader has left', async () => {
  let made = 0

  for await (
    const _ of bufferedGenerator<number>(async (report) => {
      while (made < 200_000) {
        await report(made++)
      }
    }, signal)
  ) {
    break
  }

  expect(made).toBe(200_000)
})
