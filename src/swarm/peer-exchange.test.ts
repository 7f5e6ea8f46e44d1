import { CID } from 'multiformats/cid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NOTHING_ASKED } from '../blocks/retrieval-report.ts'
import { LazySwarm } from './lazy-swarm.ts'
import { PeerExchange } from './peer-exchange.ts'
import type { Swarm } from './swarm.ts'

const WANTED = CID.parse('bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy')

beforeEach(() => { vi.useFakeTimers() })
afterEach(() => { vi.useRealTimers() })

/** What is told of a provider that is dialled, and reached by connections of this kind. */
async function toldOf (connections: Array<{ isLimited: boolean }>): Promise<unknown> {
  const swarm = {
    connect: async () => {},
    connections: () => connections.map(({ isLimited }) => ({ peer: 'provider', isLimited })),
    exchange: { session: () => ({ get: async () => await new Promise<never>(() => {}), report: () => NOTHING_ASKED }) }
  } as unknown as Swarm

  const exchange = new PeerExchange(new LazySwarm(async () => swarm), { findProviders: async function * () { yield { ID: 'provider', Addrs: [] } } })
  const session = exchange.session()
  const ending = new AbortController()
  session?.get(WANTED, { signal: ending.signal, verify: async () => {} }).catch(() => {})
  await vi.advanceTimersByTimeAsync(5000)
  return session?.report?.().sources
}

test('a provider that is reached through a relay alone, which carries no blocks, is told of', async () => {
  expect(await toldOf([{ isLimited: true }])).toMatchObject([{ name: 'provider', state: 'failed', problem: 'cannot be reached (through a relay alone, which carries no blocks)' }])
  expect(await toldOf([{ isLimited: true }, { isLimited: false }])).toEqual([])
})
