import { expect, it } from 'vitest'
import { Ballast, BALLAST_BYTES } from './ballast.ts'
import type { BallastDeps } from './ballast.ts'

const MIB = 1024 * 1024

/** The Cache API of an origin with so many free bytes. */
function storage (free: number | undefined, room = free ?? Infinity): { deps: BallastDeps, kept: () => Promise<number[]> } {
  const caches = new Map<string, Response[]>()

  return {
    kept: async () => await Promise.all([...caches.values()].flat().map(async (response) => (await response.clone().arrayBuffer()).byteLength)),
    deps: {
      free: async () => free,
      caches: {
        has: async (name) => caches.has(name),
        delete: async (name) => caches.delete(name),
        open: async (name) => {
          const entries: Response[] = []
          caches.set(name, entries)

          return {
            put: async (_: string, response: Response) => {
              if (room < BALLAST_BYTES) throw new DOMException('no room', 'QuotaExceededError')
              entries.push(response)
            }
          } as unknown as Cache
        }
      }
    }
  }
}

it('is made once, given up once, and made again', async () => {
  const { deps, kept } = storage(100 * MIB)
  let now = 0
  const ballast = new Ballast({ ...deps, now: () => now })
  await Promise.all([ballast.make(), ballast.make()])
  expect(await kept()).toEqual([BALLAST_BYTES])
  expect([await ballast.giveUp(), await ballast.giveUp()]).toEqual([true, false])
  await ballast.make()
  expect(await kept()).toEqual([])
  now += 60_000
  await ballast.make()
  expect(await kept()).toEqual([BALLAST_BYTES])
})

it.each([['there is little room', 20 * MIB, undefined], ['the browser does not say how much', undefined, undefined], ['there is less than it says', 100 * MIB, 0]])('is not made where %s', async (_, free, room) => {
  const { deps, kept } = storage(free, room)
  const ballast = new Ballast(deps)
  await ballast.make()
  expect(await kept()).toEqual([])
  expect(await ballast.giveUp()).toBe(false)
})
