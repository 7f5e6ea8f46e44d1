import { MemoryDatastore } from 'datastore-core'
import { Key } from 'interface-datastore'
import { describe, expect, it } from 'vitest'
import { DEFAULT_CONFIG } from '../../src/config/config-store.ts'
import { createNode } from '../../src/node/create-node.ts'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'
import { MemoryBlockstore } from '../../src/store/blockstore/memory-blockstore.ts'
import type { ClosableDatastore } from '../../src/store/datastore/open-datastore.ts'
import { LazyNode } from '../node/lazy-node.ts'
import { answerReset, answerSettings } from './settings.ts'

const BAD = {
  API: { HTTPHeaders: { 'X-Note': ['a\nb'] }, Authorizations: { a: { AuthSecret: 'x', AllowedPaths: [] } } },
  Datastore: { Spec: { type: 'idb' } }
}

async function repo (
  config: unknown
): Promise<{ data: ClosableDatastore; open: () => Promise<IpfsNode>; closed: () => number }> {
  let closed = 0
  const data = Object.assign(new MemoryDatastore(), {
    close: async () => {
      closed++
    }
  })
  await data.put(new Key('/local/config'), new TextEncoder().encode(JSON.stringify(config)))
  return {
    data,
    closed: () => closed,
    open: async () => await createNode({ openBlockstore: async () => new MemoryBlockstore(), datastore: data })
  }
}

async function kept (data: ClosableDatastore): Promise<Record<string, unknown>> {
  return JSON.parse(new TextDecoder().decode(await data.get(new Key('/local/config')))) as Record<string, unknown>
}

describe('invalid settings', () => {
  it('are reported', async () => {
    const { open } = await repo(BAD)
    expect(await answerSettings(new LazyNode(open))).toEqual({
      type: 'settings',
      ignored: [{
        key: 'API.HTTPHeaders.X-Note',
        message: expect.stringContaining('X-Note holds a line end') as string
      }],
      asked: { hosts: ['trustless-gateway.link'], isOff: false }
    })
  })

  it('are unknown if the node does not open', async () => {
    expect(
      await answerSettings(
        new LazyNode(async () => {
          throw new Error('no')
        })
      )
    ).toEqual({ type: 'settings', ignored: [] })
  })
})

describe('the hosts of missing content', () => {
  it.each([
    ['the recommended ones', {}, {
      hosts: ['cid.contact', 'delegated-ipfs.dev', 'trustless-gateway.link'],
      isOff: false
    }],
    ['the configured ones', {
      Routing: { DelegatedRouters: ['https://router.test'] },
      HTTPRetrieval: { Gateways: ['https://gateway.test/', 'auto'], Denylist: ['trustless-gateway.link'] }
    }, { hosts: ['router.test', 'gateway.test'], isOff: false }],
    ['none if disabled', { HTTPRetrieval: { Enabled: false } }, { hosts: [], isOff: true }],
    ['none without AutoConf', { AutoConf: { Enabled: false } }, { hosts: [], isOff: false }]
  ])('are reported: %s', async (_, config, asked) => {
    const { open } = await repo({ Routing: { DelegatedRouters: ['auto'] }, ...config })
    expect((await answerSettings(new LazyNode(open))).asked).toEqual(asked)
  })
})

describe('the first peers of a node', () => {
  it.each([
    ['dialable by a browser', {}, ['relay.test', 'bootstrap.libp2p.io', 'va1.bootstrap.libp2p.io']],
    ['the configured ones', {
      Bootstrap: ['/dns4/first.test/tcp/443/tls/ws/p2p/12D3KooWGBfKT1pSt7DZJMXqXLGDVWWmEwvAgxCbmdBHXEFN3AzN']
    }, ['relay.test', 'first.test']],
    ['configured relays, and peering peers', {
      Bootstrap: [],
      Swarm: {
        RelayClient: {
          StaticRelays: ['/dns4/place.test/tcp/443/tls/ws/p2p/12D3KooWGBfKT1pSt7DZJMXqXLGDVWWmEwvAgxCbmdBHXEFN3AzN']
        }
      },
      Peering: {
        Peers: [{
          ID: '12D3KooWRL9VfRA6zNzYPGG7p9Gm2YsDHUobNU55oiiLMZGKZVDj',
          Addrs: ['/dns4/friend.test/tcp/443/wss', '/ip4/1.2.3.4/tcp/4001']
        }]
      }
    }, ['relay.test', 'place.test', 'friend.test']],
    ['no relays if the relay client is disabled', {
      Bootstrap: [],
      Swarm: {
        RelayClient: {
          Enabled: false,
          StaticRelays: ['/dns4/place.test/tcp/443/tls/ws/p2p/12D3KooWGBfKT1pSt7DZJMXqXLGDVWWmEwvAgxCbmdBHXEFN3AzN']
        }
      }
    }, ['relay.test']],
    ['none if disabled', { HTTPRetrieval: { Enabled: false } }, []]
  ])('are reported: %s', async (_, config, peers) => {
    const { open } = await repo({ Bootstrap: ['auto'], ...config })
    expect(
      (await answerSettings(new LazyNode(open), [
        '/dns4/relay.test/tcp/443/tls/ws/p2p/12D3KooWGBfKT1pSt7DZJMXqXLGDVWWmEwvAgxCbmdBHXEFN3AzM'
      ])).asked?.peers
    ).toEqual(peers)
  })
})

describe('a reset of the settings', () => {
  it('applies to the running node, and releases it', async () => {
    const { data, open, closed } = await repo(BAD)
    const opened = open()
    const node = new LazyNode(async () => await opened)
    expect(
      await answerReset(node, async () => {
        throw new Error('not needed')
      })
    ).toEqual({ type: 'reset-config' })
    const { config, identity } = await opened
    expect(config.all()).toEqual({
      ...DEFAULT_CONFIG,
      Identity: { PeerID: identity.peerId.toString() },
      Datastore: { ...DEFAULT_CONFIG.Datastore as object, Spec: { type: 'idb' } }
    })
    expect(await kept(data)).toEqual(config.all())
    expect([node.inUse, closed()]).toEqual([0, 0])
  })

  it('needs no node', async () => {
    const { data, closed } = await repo(BAD)
    expect(
      await answerReset(
        new LazyNode(async () => {
          throw new Error('broken')
        }),
        async () => data
      )
    ).toEqual({ type: 'reset-config' })
    expect(await kept(data)).toMatchObject({
      API: { HTTPHeaders: {} },
      Datastore: { Spec: { type: 'idb' }, StorageMax: '10GB' }
    })
    expect((await kept(data)).API).not.toHaveProperty('Authorizations')
    expect(closed()).toBe(1)
  })

  it('reports that the running node has no room for it, without waiting', async () => {
    const { data, open } = await repo(BAD)
    const node = new LazyNode(open)
    await node.hold(async () => {})
    data.put = async () => {
      throw new Error('no space left')
    }
    data.batch = () => ({
      put: () => {},
      delete: () => {},
      commit: async () => {
        throw new Error('no space left')
      }
    })
    expect(await answerReset(node, async () => await new Promise(() => {}))).toEqual({
      type: 'reset-config',
      error: 'no space left'
    })
  })

  it('reports why it failed', async () => {
    const { data } = await repo(BAD)
    data.put = () => {
      throw new Error('the disk is full')
    }
    expect(
      await answerReset(
        new LazyNode(async () => {
          throw new Error('broken')
        }),
        async () => data
      )
    ).toEqual({ type: 'reset-config', error: 'the disk is full' })
  })
})
