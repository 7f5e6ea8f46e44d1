import 'fake-indexeddb/auto'

import { Key } from 'interface-datastore'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openDatastore } from '../../store/datastore/open-datastore.ts'
import { openBlockstore, resolveSpec } from '../../store/open/open-blockstore.ts'
import { newIndexedDB } from '../../testing/store/store-fixtures.ts'
import { createNode } from '../create-node.ts'
import type { IpfsNode } from '../interface/ipfs-node.ts'
import { PREFETCHED_ROWS } from './prefetched-rows.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

async function openNode (indexedDB: IDBFactory): Promise<IpfsNode> {
  const datastore = await openDatastore('data', { indexedDB, readFirst: PREFETCHED_ROWS })
  return await createNode({
    openBlockstore: async (spec) =>
      await openBlockstore('blocks', await resolveSpec(spec, datastore), datastore, { indexedDB }),
    datastore
  })
}

describe('a node that opens', () => {
  it('reads its first rows in one batch, its committed sessions in another, and writes nothing', async () => {
    const indexedDB = newIndexedDB()
    const first = await openNode(indexedDB)
    const id = first.identity.peerId.toString()
    await first.stop()
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    const again = await openNode(indexedDB)
    const made = transaction.mock.calls.map(([, mode], i) =>
      `${(transaction.mock.contexts[i] as IDBDatabase).name} ${mode}`
    )
    expect(again.identity.peerId.toString()).toBe(id)
    expect(made.filter((name) => name.startsWith('data'))).toEqual(['data readonly', 'data readonly'])
    expect(made.filter((name) => name.endsWith('readwrite'))).toEqual([])
    await again.stop()
  })
})

describe('prefetched rows', () => {
  it('are valid until something is written', async () => {
    const indexedDB = newIndexedDB()
    const [a, b] = [new Key('/a'), new Key('/b')]
    const before = await openDatastore('data', { indexedDB })
    await before.put(a, Uint8Array.of(1))
    await before.close()
    const data = await openDatastore('data', { indexedDB, readFirst: [a, b] })
    expect([await data.get(a), await data.has(a), await data.has(b)]).toEqual([Uint8Array.of(1), true, false])
    await expect(data.get(b)).rejects.toMatchObject({ name: 'NotFoundError' })
    await data.put(b, Uint8Array.of(2))
    const batch = data.batch()
    batch.put(a, Uint8Array.of(3))
    await batch.commit()
    expect([await data.get(a), await data.get(b)]).toEqual([Uint8Array.of(3), Uint8Array.of(2)])
    await data.delete(a)
    expect([await data.has(a), await data.has(b)]).toEqual([false, true])
    await data.close()
  })

  it('report a read error to their consumers', async () => {
    const indexedDB = newIndexedDB()
    const get = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
      throw new Error('no')
    })
    const data = await openDatastore('data', { indexedDB, readFirst: [new Key('/a')] })
    await expect(data.get(new Key('/a'))).rejects.toThrow('no')
    get.mockRestore()
    await data.close()
  })
})
