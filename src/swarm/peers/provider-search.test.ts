import { CID } from 'multiformats/cid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DialError } from '../swarm-errors.ts'
import { ProviderSearch } from './provider-search.ts'

const WANTED = CID.parse('bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/**
 * Runs one search among these providers, of which only some exist, according to their names. Returns the dialed ones.
 */
async function look (providers: Iterable<string>): Promise<string[]> {
  const dialled: string[] = []

  const search = new ProviderSearch({
    findProviders: async function* () {
      for (const ID of providers) {
        yield { ID, Addrs: [] }
      }
    },
    connect: async ({ ID }) => {
      dialled.push(ID)
      if (!ID.startsWith('good')) {
        throw new Error('nobody there')
      }
    }
  })

  const end = search.wanted(WANTED)
  await vi.advanceTimersByTimeAsync(2000)
  end()
  return dialled
}

const many = (name: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${name} ${i}`)

test('unreachable providers do not crowd out later ones', async () => {
  expect(await look([...many('dead', 50), 'good'])).toContain('good')
})

test('the number of dialed providers is limited', async () => {
  expect((await look(many('good', 100))).length).toBeLessThan(20)
  expect(await look(many('dead', 5000))).toHaveLength(100)
})

test('a provider that cannot be reached is reported with the reason, until it is reached', async () => {
  let isThere = false
  const search = new ProviderSearch({
    findProviders: async function* () {
      yield { ID: 'away', Addrs: [] }
    },
    connect: async () => {
      if (!isThere) {
        throw new DialError('away', [{ address: '/a', reason: 'no way' }, { address: '/b', reason: 'no way' }, {
          address: '/c',
          reason: 'no answer'
        }])
      }
    }
  })

  const end = search.wanted(WANTED)
  await vi.advanceTimersByTimeAsync(2000)
  expect(search.sources).toEqual([{
    name: 'away',
    role: 'provider',
    state: 'failed',
    failure: 'failed',
    found: 0,
    bytes: 0,
    problem: 'cannot be reached (no way; no answer)'
  }])
  isThere = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(search.sources).toEqual([])
  end()
})

test('a block that no peer has is searched for again, however long it is pending', async () => {
  let looks = 0
  const search = new ProviderSearch({
    findProviders: async function* () {
      looks++
    },
    connect: async () => {}
  })
  const end = search.wanted(WANTED)
  await vi.advanceTimersByTimeAsync(24 * 3_600_000)
  expect(looks).toBeGreaterThan(100)
  end()
})
