import { MemoryDatastore } from 'datastore-core'
import { Key } from 'interface-datastore'
import { describe, expect, it } from 'vitest'
import { DEFAULT_CONFIG } from '../../src/config/config-store.ts'
import { createNode } from '../../src/node/create-node.ts'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'
import { MemoryBlockstore } from '../../src/store/blockstore/memory-blockstore.ts'
import type { ClosableDatastore } from '../../src/store/datastore/open-datastore.ts'
import { LazyNode } from '../node/lazy-node.ts'
import { answerReset } from './reset-config.ts'

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

async function storedConfig (data: ClosableDatastore): Promise<Record<string, unknown>> {
  return JSON.parse(new TextDecoder().decode(await data.get(new Key('/local/config')))) as Record<string, unknown>
}

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
    expect(await storedConfig(data)).toEqual(config.all())
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
    expect(await storedConfig(data)).toMatchObject({
      API: { HTTPHeaders: {} },
      Datastore: { Spec: { type: 'idb' }, StorageMax: '10GB' }
    })
    expect((await storedConfig(data)).API).not.toHaveProperty('Authorizations')
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
