import 'fake-indexeddb/auto'

import { IDBDatastore } from 'datastore-idb'
import { Key } from 'interface-datastore'
import { interfaceDatastoreTests } from 'interface-datastore-tests'
import all from 'it-all'
import { describe, expect, it } from 'vitest'
import { newIndexedDB, withRunnerGlobals } from '../../testing/store/store-fixtures.ts'
import type { ClosableDatastore } from './open-datastore.ts'
import { openDatastore } from './open-datastore.ts'

withRunnerGlobals()
const value = new Uint8Array([1, 2, 3])

describe('interface-datastore compliance', () => {
  interfaceDatastoreTests({
    setup: async () => await openDatastore('test', { indexedDB: newIndexedDB() }),
    teardown: async (store) => {
      await (store as ClosableDatastore).close()
    }
  })
})

describe('the datastore in IndexedDB', () => {
  it('can read databases of datastore-idb, and vice versa', async () => {
    const theirs = new IDBDatastore('shared')
    await theirs.open()
    await theirs.put(new Key('/a'), value)
    await theirs.close()
    const ours = await openDatastore('shared', { indexedDB })
    expect(await ours.get(new Key('/a'))).toEqual(value)
    await ours.put(new Key('/b'), value)
    await ours.close()
    await theirs.open()
    expect(await theirs.get(new Key('/b'))).toEqual(value)
    await theirs.close()
  })

  it('commits a batch completely or not at all, and throws the error', async () => {
    const store = await openDatastore('test', { indexedDB: newIndexedDB() })
    await store.put(new Key('/c'), value)
    const batch = store.batch()
    batch.put(new Key('/a'), value)
    batch.delete(new Key('/c'))
    batch.put(new Key('/b'), (() => {}) as never)
    await expect((async () => {
      await batch.commit()
    })()).rejects.toMatchObject({ name: 'DataCloneError' })
    expect(await all(store.queryKeys({}))).toEqual([new Key('/c')])

    batch.put(new Key('/a'), value)
    batch.put(new Key('/b'), value)
    batch.delete(new Key('/b'))
    batch.delete(new Key('/c'))
    await batch.commit()
    expect(await all(store.queryKeys({}))).toEqual([new Key('/a')])
    await store.close()
  })

  it('queries by prefix across several pages', async () => {
    const store = await openDatastore('test', { indexedDB: newIndexedDB() })
    const batch = store.batch()

    for (let i = 0; i < 1500; i++) {
      batch.put(new Key(`/pins/${String(i).padStart(5, '0')}`), new Uint8Array([i & 0xff]))
      batch.put(new Key(`/other/${i}`), value)
    }

    await batch.commit()
    const rows = await all(store.query({ prefix: '/pins/' }))
    expect(rows.length).toBe(1500)
    expect(rows.every(({ key, value }, i) => Number(key.name()) === i && value[0] === (i & 0xff))).toBe(true)
    expect((await all(store.queryKeys({ prefix: '/pins/', limit: 2, offset: 1 }))).map(String)).toEqual([
      '/pins/00001',
      '/pins/00002'
    ])
    await store.close()
  })
})
