import 'fake-indexeddb/auto'

import { MemoryDatastore } from 'datastore-core'
import { expect, it } from 'vitest'
import { fakeLocks, newIndexedDB, testBlock } from '../../testing/store/store-fixtures.ts'
import { openBlockstore, resolveSpec } from './open-blockstore.ts'

const { cid, bytes } = testBlock(1, 6000)

it.each(['packed-idb', 'idb', 'memory'])('opens %s, and later no other type', async (type) => {
  const [datastore, indexedDB, locks] = [new MemoryDatastore(), newIndexedDB(), fakeLocks()]
  const name = `open-${type}`
  const store = await openBlockstore(name, { type }, datastore, { indexedDB, locks })
  await store.put(cid, bytes)
  await store.close()

  const again = await openBlockstore(name, { type }, datastore, { indexedDB, locks })
  expect(await again.has(cid)).toBe(type !== 'memory')
  await again.close()

  const other = type === 'idb' ? 'packed-idb' : 'idb'
  await expect(openBlockstore(name, { type: other }, datastore, { indexedDB, locks })).rejects.toMatchObject({
    name: 'DatastoreSpecError',
    message: expect.stringMatching(`'${type}'.*'${other}'`)
  })
})

it('opens the packed store if the config names none', async () => {
  const datastore = new MemoryDatastore()
  await (await openBlockstore('default', undefined, datastore, { indexedDB: newIndexedDB() })).close()
  await expect(openBlockstore('default', { type: 'memory' }, datastore)).rejects.toThrow("'packed-idb'")
})

it('rejects an unknown spec, and records nothing', async () => {
  const datastore = new MemoryDatastore()
  await expect(openBlockstore('unknown', { type: 'flatfs' }, datastore)).rejects.toThrow("'flatfs'")
  await (await openBlockstore('unknown', { type: 'memory' }, datastore)).close()
})

it('rejects an unknown sync mode', async () => {
  await expect(
    openBlockstore('sync', { type: 'packed-idb', sync: 'often' }, new MemoryDatastore(), { indexedDB: newIndexedDB() })
  ).rejects.toThrow("'often'")
})

it('allows only one worker to write to the idb store', async () => {
  const locks = fakeLocks()
  const datastore = new MemoryDatastore()
  const first = await openBlockstore('locked', { type: 'idb' }, datastore, { locks })
  const waiting = openBlockstore('locked', { type: 'idb' }, datastore, { locks, signal: AbortSignal.timeout(20) })
  await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' })
  await first.close()
  await (await openBlockstore('locked', { type: 'idb' }, datastore, { locks })).close()
})

it('opens the existing type, whatever the config says', async () => {
  const [fresh, datastore] = [new MemoryDatastore(), new MemoryDatastore()]
  await (await openBlockstore('settled', { type: 'memory' }, datastore)).close()

  for (const configured of [undefined, null, 'flatfs', { type: 'idb' }, { type: 'flatfs' }, { type: {} }, [1]]) {
    expect(await resolveSpec(configured, datastore)).toEqual({ type: 'memory' })
    expect(await resolveSpec(configured, fresh)).toEqual({
      type: (configured as { type?: unknown })?.type === 'idb' ? 'idb' : 'packed-idb'
    })
  }

  for (const sync of [true, false, 'pinned']) {
    expect(await resolveSpec({ type: 'idb', sync }, fresh)).toEqual({ type: 'idb', sync })
  }
  for (const sync of ['no', 1, null]) {
    expect(await resolveSpec({ type: 'idb', sync }, fresh)).toEqual({ type: 'idb' })
  }
})
