import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { CommitLog } from '../store/commit-log.ts'
import { IdbDatastore } from '../store/datastore/idb-datastore.ts'
import { openPackedBlockstore } from '../store/packed/open-packed-blockstore.ts'
import { Quota } from '../store/quota/quota.ts'
import { fileForm } from '../testing/car-form.ts'
import { fakeDisk } from '../testing/fake-disk.ts'
import { newIndexedDB } from '../testing/store-fixtures.ts'
import { TestNode } from '../testing/test-node.ts'

const disk = fakeDisk()

it('a disk that is full of mutable files: what is taken away has the room that is kept for that, all else is refused', async () => {
  const indexedDB = newIndexedDB()
  const data = await IdbDatastore.open('data', indexedDB)
  const reserve = { isSpent: false, restore: async () => false, make: async () => {} }
  const blockstore = await openPackedBlockstore('blocks', {
    indexedDB,
    compactInBackground: false,
    commitLog: new CommitLog(data),
    quota: new Quota({}, undefined, reserve),
    makeRoom: async () => {
      if (reserve.isSpent) return false
      reserve.isSpent = true
      disk.room = Infinity
      return true
    }
  })
  const app = await TestNode.start({ blockstore, datastore: data })
  const ask = async (target: string, body?: FormData): Promise<number> => (await app.rpc(target, { body })).status
  for (const path of ['/a', '/b', '/d/c']) expect(await ask(`files/write?arg=${path}&create=true&parents=true`, fileForm([path.repeat(100_000)]))).toBe(200)
  const full = await blockstore.stat()

  disk.room = 0
  expect(await ask('files/write?arg=/x&create=true', fileForm(['x']))).toBe(500)
  expect(await ask('files/rm?arg=/a')).toBe(200)
  expect(await ask('files/rm?arg=/d&recursive=true')).toBe(200)
  expect(await ask('files/mkdir?arg=/e')).toBe(500)
  expect((await app.rpc('files/ls')).lines).toMatchObject([{ Entries: [{ Name: 'b' }] }])
  expect(await ask('repo/gc')).toBe(200)
  const stat = await blockstore.stat()
  expect(stat.bytes).toBeLessThan(full.bytes / 2)
  expect((await app.rpc('files/read?arg=/b')).text).toBe('/b'.repeat(100_000))
  await app.node.stop()
})
