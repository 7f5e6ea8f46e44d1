import { MemoryDatastore } from 'datastore-core'
import { expect, test } from 'vitest'
import type { IpfsNode } from '../interface/ipfs-node.ts'
import { OwnNetworkAnnouncer } from './own-network-announcer.ts'

test('a router with an empty memory gets all records again, once, in any run of the node', async () => {
  const datastore = new MemoryDatastore()
  let announced: string[] = []

  const live = async (memory: string | undefined, problem?: Error): Promise<string[]> => {
    announced = []
    const lost = (what: string) => async (): Promise<void> => {
      if (problem != null) {
        throw problem
      }
      announced.push(what)
    }
    const keys = { privateKeys: async () => [] } as unknown as IpfsNode['keys']
    const service = new OwnNetworkAnnouncer({
      datastore,
      keys,
      names: { lost: lost('names') },
      providing: { lost: lost('content') }
    }, async () => memory)
    let looked: Promise<unknown> = Promise.resolve()
    await service.start({
      signal: new AbortController().signal,
      background: (work) => {
        const done = work(new AbortController().signal)
        looked = done.catch(() => {})
        return done
      }
    })
    await looked
    return announced
  }

  expect(await live(undefined)).toEqual([])
  expect(await live('a', new Error('a full disk'))).toEqual([])
  expect(await live('a')).toEqual(['content', 'names'])
  expect(await live('a')).toEqual([])
  expect(await live('b')).toEqual(['content', 'names'])
  // If the ID is unknown, or the file could not be loaded.
  expect(await live(undefined)).toEqual([])
  expect(await live('b')).toEqual([])
})
