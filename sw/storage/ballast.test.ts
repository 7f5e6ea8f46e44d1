import { expect, it } from 'vitest'
import { Ballast, BALLAST_BYTES } from './ballast.ts'
import type { BallastDeps } from './ballast.ts'

const MIB = 1024 * 1024

/** Fakes the Cache API of an origin with this number of free bytes. */
function storage (
  free: number | undefined,
  room: number | (() => number) = free ?? Infinity
): { deps: BallastDeps; kept: () => Promise<number[]> } {
  const caches = new Map<string, Map<string, Response>>()
  const held = new Set<Map<string, Response>>()

  return {
    kept: async () =>
      await Promise.all(
        [...held].flatMap((entries) => [...entries.values()]).map(async (response) =>
          (await response.clone().arrayBuffer()).byteLength
        )
      ),
    deps: {
      free: async () => free,
      caches: {
        has: async (name) => caches.has(name),
        delete: async (name) => caches.delete(name),
        open: async (name) => {
          const entries = caches.get(name) ?? new Map<string, Response>()
          caches.set(name, entries)
          held.add(entries) // as in browsers, even if the cache is deleted

          return {
            put: async (url: string, response: Response) => {
              if ((typeof room === 'number' ? room : room()) < BALLAST_BYTES) {
                throw new DOMException('no room', 'QuotaExceededError')
              }
              entries.set(url, response)
            },
            delete: async (url: string) => entries.delete(url)
          } as unknown as Cache
        }
      }
    }
  }
}

it('the ballast is made once, released once, and made again', async () => {
  const { deps, kept } = storage(100 * MIB)
  let now = 0
  const ballast = new Ballast({ ...deps, now: () => now })
  await Promise.all([ballast.make(), ballast.make()])
  expect(await kept()).toEqual([BALLAST_BYTES])
  expect(ballast.isRoomComing).toBe(false)
  expect([await ballast.giveUp(), await ballast.giveUp(), ballast.isRoomComing]).toEqual([true, false, true])
  await ballast.make()
  expect(await kept()).toEqual([])
  now += 60_000
  expect(ballast.isRoomComing).toBe(false)
  await ballast.make()
  expect(await kept()).toEqual([BALLAST_BYTES])
})

it.each([['there is little room', 20 * MIB, undefined], ['the browser reports no estimate', undefined, undefined], [
  'there is less than it says',
  100 * MIB,
  0
]])('the ballast is not made if %s', async (_, free, room) => {
  const { deps, kept } = storage(free, room)
  const ballast = new Ballast(deps)
  await ballast.make()
  expect(await kept()).toEqual([])
  expect(await ballast.giveUp()).toBe(false)
})

it('the ballast proves room by its release, or by a probe that is deleted', async () => {
  const { deps, kept } = storage(100 * MIB)
  const ballast = new Ballast(deps)
  expect([await ballast.proves(), await kept(), ballast.isRoomComing]).toEqual([true, [], true])
  await ballast.make()
  expect([await ballast.proves(), await kept()]).toEqual([true, []])
  await ballast.make()
  expect(await kept()).toEqual([BALLAST_BYTES])

  const full = new Ballast(storage(100 * MIB, 0).deps)
  expect([await full.proves(), full.isRoomComing]).toEqual([false, true])
  expect(await new Ballast(storage(20 * MIB, 0).deps).proves()).toBe(true)
})

it('after a write on a full disk only a probe proves room, once the released space is available', async () => {
  let room = 100 * MIB
  let now = 0
  const waits: number[] = []
  const { deps, kept } = storage(100 * MIB, () => room)
  const ballast = new Ballast({
    ...deps,
    now: () => now,
    wait: async (ms) => {
      if (waits.push(ms) === 3) {
        room = 20 * MIB
      }
    }
  })
  await ballast.make()
  room = 0
  await ballast.giveUp()
  expect([await ballast.proves(), await kept(), waits]).toEqual([true, [], [0, 250, 750]])

  room = 0
  expect([await ballast.proves(), waits.length]).toEqual([false, 8]) // the wait is limited

  // The wait is not repeated for space that did not become available.
  expect([await ballast.proves(), waits.slice(8)]).toEqual([false, [0]])
  room = 100 * MIB
  expect([await ballast.proves(), waits.slice(9)]).toEqual([true, [0]])

  now += 60_000
  await ballast.make()
  room = 0
  expect([await ballast.giveUp(), await ballast.proves(), waits.slice(10)]).toEqual([true, false, [
    0,
    250,
    750,
    2000,
    4000
  ]])
})

it('the ballast is made again before a write, and writes are refused until then', async () => {
  let room = 100 * MIB
  let now = 0
  const { deps, kept } = storage(100 * MIB, () => room)
  const ballast = new Ballast({ ...deps, now: () => now })
  await ballast.make()
  expect([ballast.isSpent, await ballast.restore()]).toEqual([false, true])

  await ballast.giveUp()
  room = 0
  expect([ballast.isSpent, await ballast.restore(), await kept()]).toEqual([true, false, []])
  // Other requests meanwhile cause no attempt.
  room = 100 * MIB
  expect([await ballast.restore(), await kept()]).toEqual([false, []])
  now += 10_000
  expect([await ballast.restore(), ballast.isSpent, await kept()]).toEqual([true, false, [BALLAST_BYTES]])
})

it("the ballast does not block writes if the browser's quota is too small for it", async () => {
  const ballast = new Ballast(storage(20 * MIB).deps)
  await ballast.giveUp()
  expect([ballast.isSpent, await ballast.restore(), ballast.isSpent]).toEqual([true, true, false])
})

it('a released ballast stays spent after a restart; one that never existed is not spent', async () => {
  let now = 0
  const { deps, kept } = storage(100 * MIB)
  const lives = (): Ballast => new Ballast({ ...deps, now: () => now })
  const first = lives()
  await first.look()
  expect(first.isSpent).toBe(false)
  await first.make()
  const second = lives()
  await second.look()
  expect(second.isSpent).toBe(false)
  await second.giveUp()
  const third = lives()
  await third.look()
  expect(third.isSpent).toBe(true)
  now += 60_000
  expect([await third.restore(), third.isSpent, await kept()]).toEqual([true, false, [BALLAST_BYTES]])
})
