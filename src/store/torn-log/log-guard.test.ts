import 'fake-indexeddb/auto'
import { describe, expect, it, vi } from 'vitest'
import { NoAnswerError } from '../../async/answered.ts'
import { newIndexedDB } from '../../testing/store-fixtures.ts'
import { Database } from '../database/database.ts'
import { bucketMark } from './bucket-mark.ts'
import { LogGuard } from './log-guard.ts'
import type { LogGuardInit } from './log-guard.ts'
import type { Mark } from './mark.ts'
import type { StorageBuckets } from './storage-buckets.ts'

/** A mark, and what was done in which order. @param name - before its events */
function fakeMark (set: boolean, events: string[] = [], name = ''): Mark & { there: boolean, broken: Error | undefined } {
  const mark = {
    there: set,
    broken: undefined as Error | undefined,
    isSet: async () => mark.there,
    set: async () => { events.push(`${name}set`); mark.there = true },
    clear: async () => {
      if (mark.broken != null) throw mark.broken
      events.push(`${name}clear`)
      mark.there = false
    }
  }

  return mark
}

const FULL = new Error('the disk is full')

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
    await LogGuard.open({ logs: [await fakeLog(events)], mark: fakeMark(false, events), browser: fakeMark(true) })
    expect(events.slice(0, 6)).toEqual([...ROTATED, ...ROTATED, ...ROTATED])
    expect(events.slice(6)).not.toContain(ROTATED[0])
  })

  it.each([['that was started since', fakeMark(false)], ['of which it is not known', undefined]])('lets nothing be written behind each time in a browser %s, which may have been killed', async (_, browser) => {
    const events: string[] = []
    await LogGuard.open({ logs: [await fakeLog(events)], mark: fakeMark(false), browser, wait: async (ms) => { events.push(`wait ${ms}`) } })
    expect(events.slice(0, 12)).toEqual([10, 40, 120, 120].flatMap((ms) => [ROTATED[0], `wait ${ms}`, ROTATED[1]]))

    // one that was closed when nothing was being written has only been started
    events.length = 0
    await LogGuard.open({ logs: [await fakeLog(events)], mark: fakeMark(true), browser: fakeMark(false), wait: async (ms) => { events.push(`wait ${ms}`) } })
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
    await LogGuard.open({ logs: [await fakeLog(a), await fakeLog(b), await fakeLog(unused, false)], mark: fakeMark(false), browser: fakeMark(true) })
    expect([a, b, unused].map((events) => events.filter((event) => event === ROTATED[0]).length)).toEqual([3, 3, 0])
  })

  it('begins new logs in a browser that was started since, whatever the mark says', async () => {
    const events: string[] = []
    const mark = fakeMark(true, events)
    const guard = await LogGuard.open({ logs: [await fakeLog(events)], mark, browser: fakeMark(false) })
    expect(events.slice(0, 3)).toEqual(['clear', ...ROTATED])
    expect([guard.wasClean, mark.there]).toEqual([false, false])
    await guard.close()
  })

  it('goes by the mark in a browser that has been running', async () => {
    const events: string[] = []
    expect((await LogGuard.open({ logs: [await fakeLog(events)], mark: fakeMark(true), browser: fakeMark(true) })).wasClean).toBe(true)
    expect((await LogGuard.open({ logs: [await fakeLog(events)], mark: fakeMark(false), browser: fakeMark(true) })).wasClean).toBe(false)
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
    const mark = fakeMark(true)
    mark.broken = FULL
    const guard = await LogGuard.open({ logs: [await fakeLog()], mark })
    mark.broken = undefined
    await guard.dirty()
    expect(mark.there).toBe(false)
  })

  it('knows the browser only when the mark of a life before it is gone: whatever moment a kill comes at, the next life begins new logs', async () => {
    // the guard is cut off behind so many of its calls
    for (let calls = 0; calls < 4; calls++) {
      const [mark, browser] = [fakeMark(true), fakeMark(false)]
      let left = calls
      const cut = (of: Mark): Mark => {
        const alive = async <T>(call: () => Promise<T>): Promise<T> => left-- > 0 ? await call() : await new Promise<never>(() => {})
        return { isSet: of.isSet, set: async () => { await alive(of.set) }, clear: async () => { await alive(of.clear) } }
      }
      void LogGuard.open({ logs: [], mark: cut(mark), browser: cut(browser) })
      await new Promise((resolve) => { setTimeout(resolve, 5) })
      expect((await LogGuard.open({ logs: [], mark, browser })).wasClean, `behind ${calls}`).toBe(false)
    }

    const events: string[] = []
    await LogGuard.open({ logs: [], mark: fakeMark(true, events), browser: fakeMark(false, events, 'browser ') })
    expect(events).toEqual(['clear', 'browser set'])
  })

  it('where the mark cannot be taken away has the next life not believe it', async () => {
    const init = { logs: [], mark: fakeMark(true), browser: fakeMark(true) }
    init.mark.broken = FULL
    const guard = await LogGuard.open(init)
    expect([guard.wasClean, init.browser.there]).toEqual([true, false])
    expect((await LogGuard.open(init)).wasClean).toBe(false)
    init.mark.broken = undefined
    await guard.dirty()
    expect([init.mark.there, init.browser.there]).toEqual([false, true])
  })

  it('takes a mark away of which nobody could say whether it was there', async () => {
    const mark = fakeMark(true)
    const guard = await LogGuard.open({ logs: [], mark: { ...mark, isSet: async () => { throw new NoAnswerError() } } })
    expect([guard.wasClean, mark.there]).toEqual([false, false])
    await guard.clean()
    mark.there = true // the browser comes to it at last
    const late = await LogGuard.open({ logs: [], mark: { ...mark, isSet: async () => false, set: async () => { throw new NoAnswerError() } } })
    await expect(late.clean()).rejects.toThrow(NoAnswerError)
    await late.dirty()
    expect(mark.there).toBe(false)
  })

  it('lets nobody write where it is not known whether the mark is gone, and tries again', async () => {
    const mark = Object.assign(fakeMark(true), { broken: new NoAnswerError() })
    await expect(LogGuard.open({ logs: [], mark })).rejects.toThrow(NoAnswerError)
    const init: LogGuardInit = { logs: [], mark: fakeMark(false) }
    const guard = await LogGuard.open(init)
    await guard.clean()
    Object.assign(init.mark!, { broken: new NoAnswerError() })
    await expect(guard.dirty()).rejects.toThrow(NoAnswerError)
    Object.assign(init.mark!, { broken: undefined })
    await guard.dirty()
    expect(await init.mark!.isSet()).toBe(false)
  })

  it('waits for no log that is never brought to the disk', async () => {
    const log = await fakeLog()
    const mark = fakeMark(false)
    const guard = await LogGuard.open({ logs: [log], mark })
    await guard.clean()
    expect(mark.there).toBe(true)
    await guard.dirty()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const write = vi.spyOn(Database.prototype, 'write').mockReturnValue(new Promise<never>(() => {}))

    try {
      const cleaned = expect(guard.clean()).rejects.toThrow(NoAnswerError)
      await vi.waitFor(() => { expect(write).toHaveBeenCalled() })
      await vi.advanceTimersByTimeAsync(60_000)
      await cleaned
      await guard.dirty()
      expect(mark.there).toBe(false)
    } finally {
      write.mockRestore()
      vi.useRealTimers()
      await guard.close()
    }
  })

  it('closes soon where the browser never opens its database, and that too where it does so later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

    try {
      const log = await fakeLog()
      const { open } = log
      let answer = (): void => {}
      const opened: IDBDatabase[] = []
      log.open = (name, version) => {
        const request = new EventTarget() as unknown as IDBOpenDBRequest
        answer = () => {
          const real = open.call(log, name, version)
          real.onupgradeneeded = () => { real.result.createObjectStore(name) }
          real.onsuccess = () => {
            opened.push(Object.assign(real.result, { isClosed: false }))
            const close = real.result.close.bind(real.result)
            real.result.close = () => { Object.assign(real.result, { isClosed: true }); close() }
            request.onsuccess?.call(Object.defineProperty(request, 'result', { value: real.result }), new Event('success'))
          }
        }
        return request
      }
      const guard = await LogGuard.open({ logs: [log], mark: fakeMark(true) })
      let closed = false
      const closing = guard.close().then(() => { closed = true })
      await vi.advanceTimersByTimeAsync(10_000)
      expect(closed).toBe(true)
      await closing
      answer()
      await vi.waitFor(() => { expect(opened).toMatchObject([{ isClosed: true }]) })
    } finally {
      vi.useRealTimers()
    }
  })

  it('without a mark begins a new log at each start', async () => {
    const events: string[] = []
    const guard = await LogGuard.open({ logs: [await fakeLog(events)], browser: fakeMark(true) })
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
