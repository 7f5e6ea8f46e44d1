import type { Helia } from '@helia/interface'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { helia } from './helia.ts'

const TXT = 16

beforeEach(() => {
  vi.stubGlobal('__SWIPFS_VERSION__', '0.0.0-test')
})

afterEach(() => {
  vi.unstubAllGlobals()
})

it('is a complete Helia, with the routers and block brokers of the worker', () => {
  const shared: Helia = helia()
  expect([shared.hasRouter('swipfs'), shared.hasRouter('libp2p'), shared.hasBlockBroker('bitswap')]).toEqual([
    true,
    false,
    false
  ])
  expect(() => {
    shared.addRouter({} as never)
  }).toThrow('Routing.DelegatedRouters')
  expect(() => {
    shared.addBlockBroker({} as never)
  }).toThrow('HTTPRetrieval.Gateways')
})

it('starts and stops its mixins, whose names are unique', async () => {
  const events: string[] = []
  const shared = helia()
  shared.addMixin({
    name: 'a',
    start: ({ status }) => {
      events.push(`start ${status}`)
    },
    stop: async () => {
      events.push('stop')
    }
  })
  shared.addMixin({ name: 'b' })
  expect(() => {
    shared.addMixin({ name: 'a' })
  }).toThrow('a already')
  shared.events.addEventListener('start', () => {
    events.push('started')
  })
  await shared.start()
  await shared.stop()
  expect(events).toEqual(['start stopped', 'started', 'stop'])
})

it('resolves DNSLinks with the node, one link at a time, and no other names', async () => {
  const fetch = vi.fn(async (_url: string) => new Response('{"Path":"/ipfs/bafkqaaa"}'))
  vi.stubGlobal('fetch', fetch)
  const { dns } = helia()
  expect(await dns.query('_dnslink.docs.test', { types: [TXT] })).toMatchObject({
    Status: 0,
    Answer: [{ name: '_dnslink.docs.test', type: TXT, data: 'dnslink=/ipfs/bafkqaaa' }]
  })
  expect(fetch.mock.calls[0][0]).toBe('/api/v0/name/resolve?arg=docs.test&recursive=false')
  await expect(dns.query('docs.test', { types: [TXT] })).rejects.toThrow(TypeError)
  await expect(dns.query('_dnslink.docs.test')).rejects.toThrow(TypeError)
})
