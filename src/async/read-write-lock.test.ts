import { describe, expect, test } from 'vitest'
import { ReadWriteLock } from './read-write-lock.ts'
import type { Release } from './read-write-lock.ts'

/** Lets everything that can go on go on. */
async function settle (): Promise<void> {
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
  test('lets readers in together', async () => {
    const lock = new ReadWriteLock()
    const log = new Log()
    await Promise.all([log.wait('a', lock.read()), log.wait('b', lock.read())])
    expect(log.got).toEqual(['a', 'b'])
  })

  test('keeps a writer out until all readers are gone', async () => {
    const lock = new ReadWriteLock()
    const log = new Log()
    await Promise.all([log.wait('a', lock.read()), log.wait('b', lock.read())])
    const writer = log.wait('w', lock.write())
    log.release('a')
    await settle()
    expect(log.got).toEqual(['a', 'b'])
    log.release('b')
    await writer
    expect(log.got).toEqual(['a', 'b', 'w'])
  })

  test('keeps all others out while one writes', async () => {
    const lock = new ReadWriteLock()
    const log = new Log()
    await log.wait('w', lock.write())
    const others = [log.wait('x', lock.write()), log.wait('a', lock.read())]
    await settle()
    expect(log.got).toEqual(['w'])
    log.release('w')
    await others[0]
    expect(log.got).toEqual(['w', 'x'])
    log.release('x')
    await others[1]
  })

  test('lets a waiting writer go before readers that come after it', async () => {
    const lock = new ReadWriteLock()
    const log = new Log()
    await log.wait('a', lock.read())
    const later = [log.wait('w', lock.write()), log.wait('b', lock.read()), log.wait('c', lock.read())]
    await settle()
    expect(log.got).toEqual(['a'])
    log.release('a')
    await settle()
    expect(log.got).toEqual(['a', 'w'])
    log.release('w')
    await Promise.all(later)
    expect(log.got).toEqual(['a', 'w', 'b', 'c'])
  })

  test('is given back once, however often that is said', async () => {
    const lock = new ReadWriteLock()
    const log = new Log()
    await Promise.all([log.wait('a', lock.read()), log.wait('b', lock.read())])
    log.release('a')
    log.release('a')
    const writer = log.wait('w', lock.write())
    await settle()
    expect(log.got).not.toContain('w')
    log.release('b')
    await writer
  })

  test('is waited for no longer when the signal aborts', async () => {
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

  test('stays when the signal aborts after it was got', async () => {
    const lock = new ReadWriteLock()
    const log = new Log()
    const controller = new AbortController()
    const release = await lock.write(controller.signal)
    const reader = log.wait('a', lock.read())
    controller.abort()
    await settle()
    expect(log.got).toEqual([])
    release()
    await reader
  })
})

test('counts who was there', async () => {
  const lock = new ReadWriteLock()
  expect(lock.census()).toEqual({ readers: 0, reads: 0, writes: 0 })
  const release = await lock.read()
  const other = await lock.read()
  other()
  expect(lock.census()).toEqual({ readers: 1, reads: 2, writes: 0 })
  release();
  (await lock.write())()
  expect(lock.census()).toEqual({ readers: 0, reads: 2, writes: 1 })
})
