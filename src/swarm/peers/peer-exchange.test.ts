import { CID } from 'multiformats/cid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NOTHING_ASKED } from '../../blocks/exchange/retrieval-report.ts'
import { LazySwarm } from '../lazy-swarm.ts'
import type { Swarm } from '../swarm.ts'
import { PeerExchange } from './peer-exchange.ts'

const WANTED = CID.parse('bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/**
 * Returns the report of a dialed provider with connections of this kind.
 *
 * @param needsPage - whether its addresses need an open page, and there is none
 */
async function reportedTo (
  connections: Array<{ isLimited: boolean }>,
  { connect = async () => {}, needsPage = false }: { connect?: () => Promise<void>; needsPage?: boolean } = {}
): Promise<unknown> {
  const swarm = {
    connect,
    needsPage: () => needsPage,
    connections: () => connections.map(({ isLimited }) => ({ peer: 'provider', isLimited })),
    exchange: { session: () => ({ get: async () => await new Promise<never>(() => {}), report: () => NOTHING_ASKED }) }
  } as unknown as Swarm

  const exchange = new PeerExchange(new LazySwarm(async () => swarm), {
    findProviders: async function* () {
      yield { ID: 'provider', Addrs: [] }
    }
  })
  const session = exchange.session()
  const ending = new AbortController()
  session?.get(WANTED, { signal: ending.signal, verify: async () => {} }).catch(() => {})
  await vi.advanceTimersByTimeAsync(5000)
  return session?.report?.().sources
}

test('reports a provider that was only reached through a limited relay, which carries no blocks', async () => {
  expect(await reportedTo([{ isLimited: true }])).toMatchObject([{
    name: 'provider',
    state: 'failed',
    problem: 'cannot be reached (only connected through a relay, which carries no blocks)'
  }])
  expect(await reportedTo([{ isLimited: true }, { isLimited: false }])).toEqual([])
})

test('reports a provider that needs an open page, whatever the errors of its other addresses', async () => {
  const expected = [{
    name: 'provider',
    role: 'provider',
    state: 'failed',
    found: 0,
    bytes: 0,
    problem: 'cannot be reached (WebRTC needs an open page of this origin)',
    needsPage: true,
    failure: 'failed'
  }]
  expect(await reportedTo([{ isLimited: true }], { needsPage: true })).toEqual(expected)
  expect(
    await reportedTo([], {
      connect: async () => {
        throw new Error('all dials failed')
      },
      needsPage: true
    })
  ).toEqual(expected)
  expect(
    await reportedTo([], {
      connect: async () => {
        throw new Error('all dials failed')
      }
    })
  ).toMatchObject([{ problem: 'cannot be reached (all dials failed)' }])
  expect(await reportedTo([{ isLimited: false }], { needsPage: true })).toEqual([])
})
