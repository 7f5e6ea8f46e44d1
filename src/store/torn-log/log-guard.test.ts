import 'fake-indexeddb/auto'

import { describe, expect, it, vi } from 'vitest'
import { NoAnswerError } from '../../async/promises/answer-timeout.ts'
import { newIndexedDB } from '../../testing/store/store-fixtures.ts'
import { Database } from '../database/database.ts'
import { bucketMark } from './bucket-mark.ts'
import { LogGuard } from './log-guard.ts'
import type { LogGuardInit } from './log-guard.ts'
import type { Mark } from './log-guard.ts'
import type { StorageBuckets } from './storage-buckets.ts'

/**
 * A mark that records its events.
 *
 * @param name - prefix of its events
 */
function fakeMark (
  set: boolean,
  events: string[] = [],
  name = ''
): Mark & { there: boolean; broken: Error | undefined } {
  const mark = {
    there: set,
    broken: undefined as Error | undefined,
    isSet: async () => mark.there,
    set: async () => {
      events.push(`${name}set`)
      mark.there = true
    },
    clear: async () => {
      if (mark.broken != null) {
        throw mark.broken
      }
      events.push(`${name}clear`)
      mark.there = false
    }
  }

  return mark
}

const FULL = new Error('the disk is full')

/**
 * An IndexedDB that records opened and deleted databases.
 *
 * @param used - whether it contains a database
 */
async function fakeLog (events: string[] = [], used = true): Promise<IDBFactory> {
  const indexedDB = newIndexedDB()
  const { open, deleteDatabase } = indexedDB

  if (used) {
    await new Promise((resolve) => {
      indexedDB.open('repo').onsuccess = (event) => {
        ;(event.target as IDBOpenDBRequest).result.close()
        resolve(undefined)
      }
    })
  }

  indexedDB.open = (name, version) => {
    events.push(`open ${name}`)
    return open.call(indexedDB, name, version)
  }
  indexedDB.deleteDatabase = (name) => {
    events.push(`delete ${name}`)
    return deleteDatabase.call(indexedDB, name)
  }
  return indexedDB
}

const ROTATED = ['delete swipfs-new-log', 'open swipfs-new-log']

describe('a log guard', () => {
  it('rotates the log three times after an unclean run, before anything else', async () => {
    const events: string[] = []
    await LogGuard.open({ logs: [await fakeLog(events)], mark: fakeMark(false, events), browser: fakeMark(true) })
    expect(events.slice(0, 6)).toEqual([...ROTATED, ...ROTATED, ...ROTATED])
    expect(events.slice(6)).not.toContain(ROTATED[0])
  })

  it.each([['that was started since', fakeMark(false)], ['whose start is unknown', undefined]])(
    'pauses writes after each rotation in a browser %s, which may have been killed',
    async (_, browser) => {
      const events: string[] = []
      await LogGuard.open({
        logs: [await fakeLog(events)],
        mark: fakeMark(false),
        browser,
        wait: async (ms) => {
          events.push(`wait ${ms}`)
        }
      })
      expect(events.slice(0, 12)).toEqual([10, 40, 120, 120].flatMap((ms) => [ROTATED[0], `wait ${ms}`, ROTATED[1]]))

      // After a clean run the browser was only restarted.
      events.length = 0
      await LogGuard.open({
        logs: [await fakeLog(events)],
        mark: fakeMark(true),
        browser: fakeMark(false),
        wait: async (ms) => {
          events.push(`wait ${ms}`)
        }
      })
      expect(events.slice(0, 6)).toEqual([...ROTATED, ...ROTATED, ...ROTATED])
    }
  )

  it('rotates by deleting a leftover database, so that almost nothing is appended to the torn end', async () => {
    const events: string[] = []
    const log = await fakeLog(events)
    await (await LogGuard.open({ logs: [log], mark: fakeMark(false) })).close()
    expect((await log.databases()).map(({ name }) => `delete ${name}`)).toContain(ROTATED[0])
    events.length = 0
    await LogGuard.open({ logs: [log], mark: fakeMark(false, events) })
    expect(events[0]).toBe(ROTATED[0])
  })

  it('rotates each log in use', async () => {
    const [a, b, unused]: string[][] = [[], [], []]
    await LogGuard.open({
      logs: [await fakeLog(a), await fakeLog(b), await fakeLog(unused, false)],
      mark: fakeMark(false),
      browser: fakeMark(true)
    })
    expect([a, b, unused].map((events) => events.filter((event) => event === ROTATED[0]).length)).toEqual([3, 3, 0])
  })

  it('rotates the logs if the browser was restarted, whatever the mark says', async () => {
    const events: string[] = []
    const mark = fakeMark(true, events)
    const guard = await LogGuard.open({ logs: [await fakeLog(events)], mark, browser: fakeMark(false) })
    expect(events.slice(0, 3)).toEqual(['clear', ...ROTATED])
    expect([guard.wasClean, mark.there]).toEqual([false, false])
    await guard.close()
  })

  it('trusts the mark if the browser was not restarted', async () => {
    const events: string[] = []
    expect(
      (await LogGuard.open({ logs: [await fakeLog(events)], mark: fakeMark(true), browser: fakeMark(true) })).wasClean
    ).toBe(true)
    expect(
      (await LogGuard.open({ logs: [await fakeLog(events)], mark: fakeMark(false), browser: fakeMark(true) })).wasClean
    ).toBe(false)
  })

  it('only clears the mark after a clean run, before the log is opened', async () => {
    const events: string[] = []
    const mark = fakeMark(true, events)
    const guard = await LogGuard.open({ logs: [await fakeLog(events)], mark })
    expect(events).toEqual(['clear', 'open swipfs-log'])
    expect(mark.there).toBe(false)
    await guard.close()
  })

  it('sets the mark when everything is synced, and clears it before the next write', async () => {
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

  it('sets no mark after the browser has closed the log: a write has failed, and its content is unknown', async () => {
    const mark = fakeMark(true)
    const log = await fakeLog()
    const opened: IDBDatabase[] = []
    const { open } = log
    log.open = (...args) => {
      const request = open.apply(log, args)
      request.addEventListener('success', () => {
        opened.push(request.result)
      })
      return request
    }
    const guard = await LogGuard.open({ logs: [log], mark })
    await expect.poll(() => opened.length).toBe(1)
    opened[0].onclose!(new Event('close'))
    await guard.clean()
    expect(mark.there).toBe(false)
  })

  it('does not rotate without room, never counts a run as clean then, and rotates when there is room', async () => {
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

  it('opens if a full disk prevents clearing the mark, and tries again', async () => {
    const mark = fakeMark(true)
    mark.broken = FULL
    const guard = await LogGuard.open({ logs: [await fakeLog()], mark })
    mark.broken = undefined
    await guard.dirty()
    expect(mark.there).toBe(false)
  })

  it(
    'sets the browser mark only after an older clean mark is cleared, so that a kill never fakes a clean run',
    async () => {
      // The guard is killed after this many calls.
      for (let calls = 0; calls < 4; calls++) {
        const [mark, browser] = [fakeMark(true), fakeMark(false)]
        let left = calls
        const cut = (of: Mark): Mark => {
          const alive = async <T>(call: () => Promise<T>): Promise<T> =>
            left-- > 0 ? await call() : await new Promise<never>(() => {})
          return {
            isSet: of.isSet,
            set: async () => {
              await alive(of.set)
            },
            clear: async () => {
              await alive(of.clear)
            }
          }
        }
        void LogGuard.open({ logs: [], mark: cut(mark), browser: cut(browser) })
        await new Promise((resolve) => {
          setTimeout(resolve, 5)
        })
        expect((await LogGuard.open({ logs: [], mark, browser })).wasClean, `behind ${calls}`).toBe(false)
      }

      const events: string[] = []
      await LogGuard.open({ logs: [], mark: fakeMark(true, events), browser: fakeMark(false, events, 'browser ') })
      expect(events).toEqual(['clear', 'browser set'])
    }
  )

  it('makes the next run ignore the mark if it cannot be cleared', async () => {
    const init = { logs: [], mark: fakeMark(true), browser: fakeMark(true) }
    init.mark.broken = FULL
    const guard = await LogGuard.open(init)
    expect([guard.wasClean, init.browser.there]).toEqual([true, false])
    expect((await LogGuard.open(init)).wasClean).toBe(false)
    init.mark.broken = undefined
    await guard.dirty()
    expect([init.mark.there, init.browser.there]).toEqual([false, true])
  })

  it('clears a mark that could not be read', async () => {
    const mark = fakeMark(true)
    const guard = await LogGuard.open({
      logs: [],
      mark: {
        ...mark,
        isSet: async () => {
          throw new NoAnswerError()
        }
      }
    })
    expect([guard.wasClean, mark.there]).toEqual([false, false])
    await guard.clean()
    mark.there = true // the browser executes it at last
    const late = await LogGuard.open({
      logs: [],
      mark: {
        ...mark,
        isSet: async () => false,
        set: async () => {
          throw new NoAnswerError()
        }
      }
    })
    await expect(late.clean()).rejects.toThrow(NoAnswerError)
    await late.dirty()
    expect(mark.there).toBe(false)
  })

  it('blocks writes if it is unknown whether the mark is cleared, and tries again', async () => {
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

  it('does not wait for a log that is never synced', async () => {
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
      await vi.waitFor(() => {
        expect(write).toHaveBeenCalled()
      })
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

  it('closes soon if the browser never opens its database, or opens it later', async () => {
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
          real.onupgradeneeded = () => {
            real.result.createObjectStore(name)
          }
          real.onsuccess = () => {
            opened.push(Object.assign(real.result, { isClosed: false }))
            const close = real.result.close.bind(real.result)
            real.result.close = () => {
              Object.assign(real.result, { isClosed: true })
              close()
            }
            request.onsuccess?.call(
              Object.defineProperty(request, 'result', { value: real.result }),
              new Event('success')
            )
          }
        }
        return request
      }
      const guard = await LogGuard.open({ logs: [log], mark: fakeMark(true) })
      let closed = false
      const closing = guard.close().then(() => {
        closed = true
      })
      await vi.advanceTimersByTimeAsync(10_000)
      expect(closed).toBe(true)
      await closing
      answer()
      await vi.waitFor(() => {
        expect(opened).toMatchObject([{ isClosed: true }])
      })
    } finally {
      vi.useRealTimers()
    }
  })

  it('rotates the log at each start without a mark', async () => {
    const events: string[] = []
    const guard = await LogGuard.open({ logs: [await fakeLog(events)], browser: fakeMark(true) })
    expect(events).toEqual([...ROTATED, ...ROTATED, ...ROTATED])
    await guard.clean()
    await guard.close()
  })
})

it('a mark is an existing bucket', async () => {
  const names = new Set(['other'])
  const buckets: StorageBuckets = {
    keys: async () => [...names],
    open: async (name) => {
      names.add(name)
      return { indexedDB }
    },
    delete: async (name) => {
      names.delete(name)
    }
  }
  const mark = bucketMark(buckets, 'clean')
  expect(await mark.isSet()).toBe(false)
  await mark.set()
  expect([await mark.isSet(), [...names]]).toEqual([true, ['other', 'clean']])
  await mark.clear()
  expect([await mark.isSet(), [...names]]).toEqual([false, ['other']])
})
