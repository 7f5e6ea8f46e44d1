import { describe, expect, test } from 'vitest'
import { DEFAULT_CONFIG } from '../config-store.ts'
import { expandAuto, expandValue } from './auto-values.ts'
import { setIn } from './config.ts'
import type { Config } from './config.ts'

const BOOTSTRAP_PEERS = 7

describe('auto', () => {
  test('is replaced by the recommended values of the network', () => {
    const { Bootstrap, DNS, Routing, Ipns } = expandAuto(DEFAULT_CONFIG) as Record<string, never>
    expect(Bootstrap).toHaveLength(BOOTSTRAP_PEERS)
    expect(Object.keys((DNS as Config).Resolvers as Config)).toEqual(['eth.'])
    // the DHT is asked by the node itself
    expect((Routing as Config).DelegatedRouters).toEqual(['https://cid.contact/routing/v1/providers'])
    expect((Ipns as Config).DelegatedPublishers).toEqual([])
  })

  test('depends on the routing type', () => {
    const delegated = expandAuto(setIn(DEFAULT_CONFIG, 'Routing.Type', 'delegated')) as Record<string, never>
    expect(delegated.Bootstrap).toEqual([])
    expect((delegated.Routing as Config).DelegatedRouters).toEqual([
      'https://cid.contact/routing/v1/providers',
      'https://delegated-ipfs.dev/routing/v1/providers',
      'https://delegated-ipfs.dev/routing/v1/peers',
      'https://delegated-ipfs.dev/routing/v1/ipns'
    ])
    expect((delegated.Ipns as Config).DelegatedPublishers).toEqual(['https://delegated-ipfs.dev/routing/v1/ipns'])
  })

  test('is empty if AutoConf is disabled', () => {
    const off = expandAuto(
      setIn(setIn(DEFAULT_CONFIG, 'AutoConf.Enabled', false), 'Bootstrap', ['/a', 'auto'])
    ) as Record<string, never>
    expect(off.Bootstrap).toEqual(['/a'])
    expect((off.DNS as Config).Resolvers).toEqual({})
    expect((off.Routing as Config).DelegatedRouters).toEqual([])
  })

  test('can be combined with own values, and counts once', () => {
    const peers = expandValue(
      setIn(DEFAULT_CONFIG, 'Bootstrap', ['/a', 'auto', '/b', 'auto']),
      'Bootstrap',
      null
    ) as string[]
    expect([peers[0], peers.at(-1), peers.length]).toEqual(['/a', '/b', BOOTSTRAP_PEERS + 2])
    expect(
      expandValue(
        setIn(DEFAULT_CONFIG, 'DNS.Resolvers', { 'eth.': 'https://mine', 'x.': 'auto' }),
        'DNS.Resolvers',
        null
      )
    ).toEqual({ 'eth.': 'https://mine' })
    expect(
      expandValue(
        setIn(DEFAULT_CONFIG, 'Routing.DelegatedRouters', ['https://mine//']),
        'Routing.DelegatedRouters',
        null
      )
    ).toEqual(['https://mine'])
  })

  test('is invalid in other settings', () => {
    expect(expandValue(DEFAULT_CONFIG, 'Datastore.StorageMax', 'auto')).toBe('auto')
    expect(expandAuto({ Datastore: { StorageMax: 'auto' } })).toEqual({ Datastore: { StorageMax: 'auto' } })
  })
})
