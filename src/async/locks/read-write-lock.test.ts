import { describe, expect, test } from 'vitest'
import { ReadWriteLock } from './read-write-lock.ts'
import type { Release } from './read-write-lock.ts'

/** Lets everything that can go on go on. */
async function waitForPendingWork (): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
}

/** Notes the order in which locks are got. */
class Log {
  readonly got: string[] = []
  readonly releases = new Map<string, Release>()

  async wait (name: string, lock: Promise<Release>): Promise<void> {
    this.releases.set(name, await lock)
    this.got.push(name)
  }

  release (name: string): void {
    this.releases.get(name)?.()
  }
}

describe('a lock for many readers or one writer', () => {
  test('admits several readers at once', async () => {
    const lock = new ReadWriteLock()
    const log = new Log()
    await Promise.all([log.wait('a', lock.read()), log.wait('b', lock.read())])
    expect(log.got).toEqual(['a', 'b'])
  })

  test('blocks a writer until all readers have released', async () => {
    const lock = new ReadWriteLock()
    const log = new Log()
    await Promise.all([log.wait('a', lock.read()), log.wait('b', lock.read())])
    const writer = log.wait('w', lock.write())
    log.release('a')
    await waitForPendingWork()
    expect(log.got).toEqual(['a', 'b'])
    log.release('b')
    await writer
    expect(log.got).toEqual(['a', 'b', 'w'])
  })

  test('excludes all others during a write', async () => {
    const lock = new ReadWriteLock()
    const log = new Log()
    await log.wait('w', lock.write())
    const others = [log.wait('x', lock.write()), log.wait('a', lock.read())]
    await waitForPendingWork()
    expect(log.got).toEqual(['w'])
    log.release('w')
    await others[0]
    expect(log.got).toEqual(['w', 'x'])
    log.release('x')
    await others[1]
  })

  test('prefers a waiting writer to later readers', async () => {
    const lock = new ReadWriteLock()
    const log = new Log()
    await log.wait('a', lock.read())
    const later = [log.wait('w', lock.write()), log.wait('b', lock.read()), log.wait('c', lock.read())]
    await waitForPendingWork()
    expect(log.got).toEqual(['a'])
    log.release('a')
    await waitForPendingWork()
    expect(log.got).toEqual(['a', 'w'])
    log.release('w')
    await Promise.all(later)
    expect(log.got).toEqual(['a', 'w', 'b', 'c'])
  })

  test('is released once, for any number of release calls', async () => {
    const lock = new ReadWriteLock()
    const log = new Log()
    await Promise.all([log.wait('a', lock.read()), log.wait('b', lock.read())])
    log.release('a')
    log.release('a')
    const writer = log.wait('w', lock.write())
    await waitForPendingWork()
    expect(log.got).not.toContain('w')
    log.release('b')
    await writer
  })

  test('stops waiting when the signal aborts', async () => {
    const lock = new ReadWriteLock()
    const log = new Log()
    const controller = new AbortController()
    await log.wait('a', lock.read())
    const writer = lock.write(controller.signal)
    const reader = log.wait('b', lock.read())
    controller.abort(new Error('gone'))
    await expect(writer).rejects.toThrow('gone')
    await reader
    expect(log.got).toEqual(['a', 'b'])
    await expect(lock.read(controller.signal)).rejects.toThrow('gone')
  })

  test('is kept when the signal aborts after it was acquired', async () => {
    const lock = new ReadWriteLock()
    const log = new Log()
    const controller = new AbortController()
    const release = await lock.write(controller.signal)
    const reader = log.wait('a', lock.read())
    controller.abort()
    await waitForPendingWork()
    expect(log.got).toEqual([])
    release()
    await reader
  })
})

describe('a writer that waits for a slow reader', () => {
  /** A lock with drains that the test ends. */
  function manualLock (): { lock: ReadWriteLock; drains: number[]; endDrain: () => void } {
    const drains: number[] = []
    let pending: (() => void) | undefined

    const lock = new ReadWriteLock((call, ms) => {
      drains.push(ms)
      pending = call
      return () => {
        pending = undefined
      }
    })

    return {
      lock,
      drains,
      endDrain: () => {
        const call = pending
        pending = undefined
        call?.()
      }
    }
  }

  test('admits new readers after a short drain, until the slow one has released', async () => {
    const { lock, drains, endDrain } = manualLock()
    const log = new Log()
    const waiting: number[] = []
    await log.wait('slow', lock.read())
    const writer = log.wait(
      'w',
      lock.write(undefined, {
        onWaiting: (readers) => {
          waiting.push(readers)
        }
      })
    )
    const held = log.wait('a', lock.read())
    await waitForPendingWork()
    expect([log.got, drains, waiting]).toEqual([['slow'], [200], []])
    endDrain()
    await held
    await log.wait('b', lock.read())
    expect([log.got, drains, waiting]).toEqual([['slow', 'a', 'b'], [200], [1]])

    // it drains again, for longer
    log.release('slow')
    const late = log.wait('c', lock.read())
    log.release('a')
    await waitForPendingWork()
    expect([log.got, drains]).toEqual([['slow', 'a', 'b'], [200, 400]])
    log.release('b')
    await writer
    expect(log.got).toEqual(['slow', 'a', 'b', 'w'])
    log.release('w')
    await late
  })

  test('delays others once, for a bounded time, for each of several slow readers', async () => {
    const { lock, drains, endDrain } = manualLock()
    const log = new Log()
    await log.wait('0', lock.read())
    const writer = log.wait('w', lock.write())

    for (let i = 1; i < 8; i++) {
      const next = log.wait(String(i), lock.read())
      endDrain()
      await next
      log.release(String(i - 1))
      await waitForPendingWork()
    }

    expect(drains).toEqual([200, 400, 800, 1600, 3200, 3200, 3200, 3200])
    log.release('7')
    await writer

    // the next writer begins with a short one
    log.release('w')
    await log.wait('8', lock.read())
    void lock.write()
    expect(drains.at(-1)).toBe(200)
  })

  test('changes nothing when its signal aborts', async () => {
    const { lock, drains, endDrain } = manualLock()
    const log = new Log()
    const controller = new AbortController()
    await log.wait('slow', lock.read())
    const writer = lock.write(controller.signal)
    endDrain()
    controller.abort(new Error('gone'))
    await expect(writer).rejects.toThrow('gone')
    await log.wait('a', lock.read())
    const next = log.wait('w', lock.write())
    expect(drains).toEqual([200, 200])
    log.release('slow')
    log.release('a')
    await next
  })

  test('lets readers pass before other writers too', async () => {
    const { lock, endDrain } = manualLock()
    const log = new Log()
    await log.wait('slow', lock.read())
    const writers = [log.wait('w', lock.write()), log.wait('x', lock.write())]
    endDrain()
    await log.wait('a', lock.read())
    log.release('a')
    log.release('slow')
    await writers[0]
    log.release('w')
    await writers[1]
    expect(log.got).toEqual(['slow', 'a', 'w', 'x'])
  })
})

test('counts the readers', async () => {
  const lock = new ReadWriteLock()
  expect(lock.census()).toEqual({ readers: 0, reads: 0, writes: 0 })
  const release = await lock.read()
  const other = await lock.read()
  other()
  expect(lock.census()).toEqual({ readers: 1, reads: 2, writes: 0 })
  release()
  ;(await lock.write())()
  expect(lock.census()).toEqual({ readers: 0, reads: 2, writes: 1 })
})
