import { CID } from 'multiformats/cid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ProviderSearch } from './provider-search.ts'
import { DialError } from './swarm-errors.ts'

const WANTED = CID.parse('bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy')

beforeEach(() => { vi.useFakeTimers() })
afterEach(() => { vi.useRealTimers() })

/** Looks once among these, of which those whose name says so are there. @returns who was dialled */
async function look (providers: Iterable<string>): Promise<string[]> {
  const dialled: string[] = []

  const search = new ProviderSearch({
    findProviders: async function * () { for (const ID of providers) yield { ID, Addrs: [] } },
    connect: async ({ ID }) => {
      dialled.push(ID)
      if (!ID.startsWith('good')) throw new Error('nobody there')
    }
  })

  const end = search.wanted(WANTED)
  await vi.advanceTimersByTimeAsync(2000)
  end()
  return dialled
}

const many = (name: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${name} ${i}`)

test('providers that are not there keep nobody from those that are told of behind them', async () => {
  expect(await look([...many('dead', 50), 'good'])).toContain('good')
})

test('however many there are, those that are dialled have a bound', async () => {
  expect((await look(many('good', 100))).length).toBeLessThan(20)
  expect(await look(many('dead', 5000))).toHaveLength(100)
})

test('who is said to have it and cannot be reached is told of with the reason, until it is reached', async () => {
  let isThere = false
  const search = new ProviderSearch({
    findProviders: async function * () { yield { ID: 'away', Addrs: [] } },
    connect: async () => { if (!isThere) throw new DialError('away', [{ address: '/a', reason: 'no way' }, { address: '/b', reason: 'no way' }, { address: '/c', reason: 'no answer' }]) }
  })

  const end = search.wanted(WANTED)
  await vi.advanceTimersByTimeAsync(2000)
  expect(search.sources).toEqual([{ name: 'away', role: 'provider', state: 'failed', found: 0, bytes: 0, problem: 'cannot be reached (no way; no answer)' }])
  isThere = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(search.sources).toEqual([])
  end()
})

test('what nobody has is looked for again, however long it is waited for', async () => {
  let looks = 0
  const search = new ProviderSearch({ findProviders: async function * () { looks++ }, connect: async () => {} })
  const end = search.wanted(WANTED)
  await vi.advanceTimersByTimeAsync(24 * 3_600_000)
  expect(looks).toBeGreaterThan(100)
  end()
})
