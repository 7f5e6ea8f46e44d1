import 'fake-indexeddb/auto'

import { CID } from 'multiformats/cid'
import { expect, it } from 'vitest'
import { CommitLog } from '../store/blockstore/commit-log.ts'
import { IdbDatastore } from '../store/datastore/idb-datastore.ts'
import { openPackedBlockstore } from '../store/packed/open-packed-blockstore.ts'
import { Quota } from '../store/quota/quota.ts'
import { fileForm } from '../testing/dag/car-form.ts'
import { fakeDisk } from '../testing/store/fake-disk.ts'
import { newIndexedDB } from '../testing/store/store-fixtures.ts'
import { TestNode } from '../testing/test-node.ts'

const disk = fakeDisk()

/** A node on it without a ballast. */
async function withoutReserve (): Promise<
  { app: TestNode; ask: (target: string, body?: FormData) => Promise<string> }
> {
  const indexedDB = newIndexedDB()
  const data = await IdbDatastore.open('data', indexedDB)
  const blockstore = await openPackedBlockstore('blocks', {
    indexedDB,
    compactInBackground: false,
    commitLog: new CommitLog(data),
    quota: new Quota({})
  })
  const app = await TestNode.start({ blockstore, datastore: data })
  return { app, ask: async (target, body) => (await app.rpc(target, { body })).text }
}

/** Unique bytes. */
const content = (name: string): string => Array.from({ length: 60_000 }, (_, i) => `${name}${i}`).join()

async function writeFile (
  ask: (target: string, body?: FormData) => Promise<string>,
  path: string,
  flush = true
): Promise<void> {
  expect(
    await ask(
      `files/write?arg=${path}&create=true&parents=true&raw-leaves=true&flush=${flush}`,
      fileForm([content(path)])
    )
  ).toBe('')
}

it('on a full disk, removals use the ballast, and everything else is rejected', async () => {
  const indexedDB = newIndexedDB()
  const data = await IdbDatastore.open('data', indexedDB)
  const reserve = { isSpent: false, restore: async () => false, make: async () => {} }
  const blockstore = await openPackedBlockstore('blocks', {
    indexedDB,
    compactInBackground: false,
    commitLog: new CommitLog(data),
    quota: new Quota({}, undefined, reserve),
    makeRoom: async () => {
      if (reserve.isSpent) {
        return false
      }
      reserve.isSpent = true
      disk.room = Infinity
      return true
    }
  })
  const app = await TestNode.start({ blockstore, datastore: data })
  const ask = async (target: string, body?: FormData): Promise<number> => (await app.rpc(target, { body })).status
  for (const path of ['/a', '/b', '/d/c']) {
    expect(await ask(`files/write?arg=${path}&create=true&parents=true`, fileForm([path.repeat(100_000)]))).toBe(200)
  }
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

it('without any room, the content is removed first; pinned, copied and unflushed content stays', async () => {
  const { app, ask } = await withoutReserve()
  for (const path of ['/d/gone', '/d/twice', '/d/pinned', '/other']) {
    await writeFile(ask, path)
  }
  await ask('files/cp?arg=/d/twice&arg=/again')
  const { Hash: pinned } = JSON.parse(await ask('files/stat?arg=/d/pinned')) as { Hash: string }
  await ask(`pin/add?arg=${pinned}`)
  await writeFile(ask, '/unflushed', false)
  const before = (await app.blocks()).length
  const { remove } = app.node.blockstore
  app.node.blockstore.remove = async (...args) => {
    await remove.apply(app.node.blockstore, args)
    disk.room = Infinity
  }

  disk.room = 0
  expect(await ask('files/rm?arg=/d&recursive=true')).toBe('')
  expect((await app.blocks()).length).toBeLessThan(before)
  expect((await app.rpc('files/ls')).lines).toMatchObject([{
    Entries: [{ Name: 'again' }, { Name: 'other' }, { Name: 'unflushed' }]
  }])
  expect(await ask('files/read?arg=/again')).toBe(content('/d/twice'))
  expect(await ask('files/read?arg=/other')).toBe(content('/other'))
  expect(await ask('files/read?arg=/unflushed')).toBe(content('/unflushed'))
  expect(await ask(`cat?arg=${pinned}`)).toBe(content('/d/pinned'))
  expect((await app.rpc('repo/verify')).status).toBe(200)
  await app.node.stop()
})

it('unflushed content stays, elsewhere in the tree too: a copy of a removed entry, and a pinned root', async () => {
  const { app, ask } = await withoutReserve()
  for (const path of ['/d/gone', '/f/first', '/g/first']) {
    await writeFile(ask, path)
  }
  await ask('files/cp?arg=/d/gone&arg=/f/copied&flush=false')
  await writeFile(ask, '/g/direct', false)
  const { Hash } = JSON.parse(await ask('files/stat?arg=/g/direct')) as { Hash: string }
  await ask(`pin/add?recursive=false&arg=${Hash}`)

  disk.room = 0
  await ask('files/rm?arg=/d/gone')
  disk.room = Infinity
  expect(await ask('files/read?arg=/f/copied')).toBe(content('/d/gone'))
  expect(await ask('files/read?arg=/g/direct')).toBe(content('/g/direct'))
  await app.node.stop()
})

it('if the roots are unknown, nothing is removed, and the error is that of the full disk', async () => {
  const { app, ask } = await withoutReserve()
  for (const path of ['/d/gone', '/pinned']) {
    await writeFile(ask, path)
  }
  const { Hash: pinned } = JSON.parse(await ask('files/stat?arg=/pinned')) as { Hash: string }
  await ask(`pin/add?arg=${pinned}`)
  await app.node.blockstore.remove([CID.parse(pinned)])
  const before = await app.blocks()

  disk.room = 0
  expect(await ask('files/rm?arg=/d/gone')).not.toContain('content is removed')
  expect(await app.blocks()).toEqual(before)
  expect(await ask('files/read?arg=/d/gone')).toBe(content('/d/gone'))
  disk.room = Infinity
  await app.node.stop()
})

it('if nothing makes room, the entry stays without its content, and is removed when there is room', async () => {
  const { app, ask } = await withoutReserve()
  for (const path of ['/d/gone', '/d/stays']) {
    await writeFile(ask, path)
  }
  disk.room = 0
  expect(await ask('files/rm?arg=/d/gone')).toContain(
    'its content is removed, and its name goes when there is room: no space left for blocks'
  )
  expect((await app.rpc('files/ls?arg=/d')).lines).toMatchObject([{ Entries: [{ Name: 'gone' }, { Name: 'stays' }] }])
  expect(await ask('files/read?arg=/d/stays')).toBe(content('/d/stays'))
  const { CumulativeSize, SizeLocal } = JSON.parse(await ask('files/stat?arg=/d/gone&with-local=true')) as {
    CumulativeSize: number
    SizeLocal: number
  }
  expect(SizeLocal).toBeLessThan(CumulativeSize / 10)

  disk.room = Infinity
  expect(await ask('files/rm?arg=/d/gone')).toBe('')
  expect((await app.rpc('files/ls?arg=/d')).lines).toMatchObject([{ Entries: [{ Name: 'stays' }] }])
  await app.node.stop()
})
