import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { newIndexedDB } from '../../testing/store-fixtures.ts'
import { bucketMark } from './clean-mark.ts'
import type { CleanMark } from './clean-mark.ts'
import { LogGuard } from './log-guard.ts'
import type { StorageBuckets } from './storage-buckets.ts'

/** A mark, and what was done in which order. */
function fakeMark (set: boolean, events: string[] = []): CleanMark & { there: boolean, broken: boolean } {
  const mark = {
    there: set,
    broken: false,
    isSet: async () => mark.there,
    set: async () => { events.push('set'); mark.there = true },
    clear: async () => {
      if (mark.broken) throw new Error('the disk is full')
      events.push('clear')
      mark.there = false
    }
  }

  return mark
}

/** An IndexedDB that says what is opened and deleted. @param used - there is a database in it */
async function fakeLog (events: string[] = [], used = true): Promise<IDBFactory> {
  const indexedDB = newIndexedDB()
  const { open, deleteDatabase } = indexedDB

  if (used) {
    await new Promise((resolve) => { indexedDB.open('repo').onsuccess = (event) => { (event.target as IDBOpenDBRequest).result.close(); resolve(undefined) } })
  }

  indexedDB.open = (name, version) => { events.push(`open ${name}`); return open.call(indexedDB, name, version) }
  indexedDB.deleteDatabase = (name) => { events.push(`delete ${name}`); return deleteDatabase.call(indexedDB, name) }
  return indexedDB
}

const ROTATED = ['delete swipfs-new-log', 'open swipfs-new-log']

describe('a guard of the log', () => {
  it('begins a new log after a life that did not end clean, three times over, before anything else', async () => {
    const events: string[] = []
    await LogGuard.open({ logs: [await fakeLog(events)], mark: fakeMark(false, events) })
    expect(events.slice(0, 6)).toEqual([...ROTATED, ...ROTATED, ...ROTATED])
  })

  it('begins it by deleting what was left for that: next to nothing comes behind the torn end', async () => {
    const events: string[] = []
    const log = await fakeLog(events)
    await (await LogGuard.open({ logs: [log], mark: fakeMark(false) })).close()
    expect((await log.databases()).map(({ name }) => `delete ${name}`)).toContain(ROTATED[0])
    events.length = 0
    await LogGuard.open({ logs: [log], mark: fakeMark(false, events) })
    expect(events[0]).toBe(ROTATED[0])
  })

  it('does so in each log that is used', async () => {
    const [a, b, unused]: string[][] = [[], [], []]
    await LogGuard.open({ logs: [await fakeLog(a), await fakeLog(b), await fakeLog(unused, false)], mark: fakeMark(false) })
    expect([a, b, unused].map((events) => events.filter((event) => event === ROTATED[0]).length)).toEqual([3, 3, 0])
  })

  it('begins new logs in a browser that was started since, whatever the mark says', async () => {
    const events: string[] = []
    const mark = fakeMark(true, events)
    const guard = await LogGuard.open({ logs: [await fakeLog(events)], mark, isSameBrowser: async () => false })
    expect(events.slice(0, 3)).toEqual(['clear', ...ROTATED])
    expect([guard.wasClean, mark.there]).toEqual([false, false])
    await guard.close()
  })

  it('goes by the mark in a browser that has been running', async () => {
    const events: string[] = []
    expect((await LogGuard.open({ logs: [await fakeLog(events)], mark: fakeMark(true), isSameBrowser: async () => true })).wasClean).toBe(true)
    expect((await LogGuard.open({ logs: [await fakeLog(events)], mark: fakeMark(false), isSameBrowser: async () => true })).wasClean).toBe(false)
  })

  it('after a clean one only takes the mark away, before the log is opened', async () => {
    const events: string[] = []
    const mark = fakeMark(true, events)
    const guard = await LogGuard.open({ logs: [await fakeLog(events)], mark })
    expect(events).toEqual(['clear', 'open swipfs-log'])
    expect(mark.there).toBe(false)
    await guard.close()
  })

  it('sets the mark when all is on the disk, and takes it away before the next use', async () => {
    const mark = fakeMark(false)
    const guard = await LogGuard.open({ logs: [await fakeLog(), await fakeLog()], mark })
    await guard.clean()
    expect(mark.there).toBe(true)
    await guard.dirty()
    expect(mark.there).toBe(false)
    await guard.clean()
    await guard.close()
    expect(mark.there).toBe(true)
  })

  it('sets none after the browser has closed the log: a write has failed, and what stands in it is not known', async () => {
    const mark = fakeMark(true)
    const log = await fakeLog()
    const opened: IDBDatabase[] = []
    const { open } = log
    log.open = (...args) => {
      const request = open.apply(log, args)
      request.addEventListener('success', () => { opened.push(request.result) })
      return request
    }
    const guard = await LogGuard.open({ logs: [log], mark })
    await expect.poll(() => opened.length).toBe(1)
    opened[0].onclose!(new Event('close'))
    await guard.clean()
    expect(mark.there).toBe(false)
  })

  it('without room for a new log begins none, says of no life that it was clean, and does it when there is room', async () => {
    const events: string[] = []
    const mark = fakeMark(false)
    let room = false
    const guard = await LogGuard.open({ logs: [await fakeLog(events)], mark, hasRoom: async () => room })
    expect(events).not.toContain(ROTATED[0])
    await guard.clean()
    expect(mark.there).toBe(false)
    room = true
    await guard.dirty()
    expect(events).toContain(ROTATED[0])
    await guard.clean()
    expect(mark.there).toBe(true)
  })

  it('opens where a full disk does not let the mark be taken away, and tries again', async () => {
    const mark = Object.assign(fakeMark(true), { broken: true })
    const guard = await LogGuard.open({ logs: [await fakeLog()], mark })
    mark.broken = false
    await guard.dirty()
    expect(mark.there).toBe(false)
  })

  it('without a mark begins a new log at each start', async () => {
    const events: string[] = []
    const guard = await LogGuard.open({ logs: [await fakeLog(events)] })
    expect(events).toEqual([...ROTATED, ...ROTATED, ...ROTATED])
    await guard.clean()
    await guard.close()
  })
})

it('a mark is a bucket that is there', async () => {
  const names = new Set(['other'])
  const buckets: StorageBuckets = {
    keys: async () => [...names],
    open: async (name) => { names.add(name); return { indexedDB } },
    delete: async (name) => { names.delete(name) }
  }
  const mark = bucketMark(buckets, 'clean')
  expect(await mark.isSet()).toBe(false)
  await mark.set()
  expect([await mark.isSet(), [...names]]).toEqual([true, ['other', 'clean']])
  await mark.clear()
  expect([await mark.isSet(), [...names]]).toEqual([false, ['other']])
})
