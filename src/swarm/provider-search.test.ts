import { CID } from 'multiformats/cid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ProviderSearch } from './provider-search.ts'

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
