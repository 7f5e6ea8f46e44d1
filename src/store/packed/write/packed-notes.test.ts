import 'fake-indexeddb/auto'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inconsistencies, KillSwitch } from '../../../testing/store/packed-store.ts'
import { newIndexedDB, testBlocks } from '../../../testing/store/store-fixtures.ts'
import type { Note } from '../../blockstore/capabilities.ts'
import { openPackedBlockstore } from '../open-packed-blockstore.ts'
import type { OpenPackedBlockstoreOptions } from '../open-packed-blockstore.ts'
import type { PackedBlockstore } from '../packed-blockstore.ts'

const NAME = 'test'
const [child, other, ...more] = testBlocks(8, 200)
const KEY = new Uint8Array([1, 2, 3])
const OTHER_KEY = new Uint8Array([1, 2])

let indexedDB: IDBFactory
let store: PackedBlockstore

async function reopen (options: OpenPackedBlockstoreOptions = {}): Promise<void> {
  await store.close()
  store = await openPackedBlockstore(NAME, { indexedDB, compactInBackground: false, ...options })
}

async function noted (key = KEY): Promise<Note | undefined> {
  return (await store.notes.read([key])).notes[0]
}

async function epoch (): Promise<string> {
  return (await store.notes.read([])).epoch!
}

/** Writes a note with the current epoch, or an older one. */
async function note (note: Note, of?: string): Promise<void> {
  store.notes.write([[KEY, note]], of ?? await epoch())
  await store.flush()
}

beforeEach(async () => {
  indexedDB = newIndexedDB()
  store = await openPackedBlockstore(NAME, { indexedDB, compactInBackground: false })
  await Promise.all([child, other].map(async ({ cid, bytes }) => await store.put(cid, bytes)))
})

afterEach(async () => {
  await store.close()
  vi.restoreAllMocks()
  expect(await inconsistencies(indexedDB, NAME)).toEqual([])
})

it('stores notes by their keys, across restarts', async () => {
  store.notes.write([[KEY, [1, 2]], [OTHER_KEY, [3]]], await epoch())
  await store.flush()
  await reopen()
  expect((await store.notes.read([OTHER_KEY, new Uint8Array(3), KEY])).notes).toEqual([[3], undefined, [1, 2]])
  await note([4])
  expect(await noted()).toEqual([4])
  await store.put(more[0].cid, more[0].bytes)
  await store.delete(more[1].cid)
  expect(await noted()).toEqual([4])
})

it.each([
  ['a block is deleted', async () => {
    await store.delete(child.cid)
  }],
  ['blocks are removed', async () => {
    await store.remove([other.cid])
  }],
  ['a session is undone', async () => {
    const session = store.session()
    await session.put(more[0].cid, more[0].bytes)
    await store.notes.read([]) // any call that allows it to be written
    await store.flush()
    await session.rollback()
  }]
])('deletes all of them when %s', async (_, remove) => {
  await note([1, 2])
  await remove()
  expect(await noted()).toBeUndefined()
  await reopen()
  expect(await noted()).toBeUndefined()
  await note([5])
  expect(await noted()).toEqual([5])
})

it('deletes them when an interrupted session is rolled back at the next start', async () => {
  const kill = new KillSwitch()
  await reopen({ onTransaction: kill.hook })
  const session = store.session()
  await session.put(more[0].cid, more[0].bytes)
  await store.flush()
  await note([1, 2])
  kill.now()
  await reopen()
  expect(await store.has(more[0].cid)).toBe(false)
  expect(await noted()).toBeUndefined()
})

it('rejects notes about reads before a block was deleted', async () => {
  const before = await epoch()
  await store.delete(child.cid)
  await note([1, 2], before)
  expect(await noted()).toBeUndefined()
  await epoch()
  await note([1, 2], before)
  expect(await noted()).toBeUndefined()
})

it('rejects notes about readable blocks that were never written', async () => {
  const session = store.session()
  await session.put(more[0].cid, more[0].bytes)
  const before = await epoch()
  expect(await store.bytes(more[0].cid)).toEqual(more[0].bytes)
  await session.rollback()
  await note([1, 2], before)
  expect(await noted()).toBeUndefined()
})

it('writes a note after the blocks that it describes', async () => {
  const session = store.session()
  await session.put(more[0].cid, more[0].bytes)
  await note([1, 2])
  expect(await noted()).toEqual([1, 2])
  await session.rollback()
  expect(await noted()).toBeUndefined()
})

it('deletes all of them if there are too many', async () => {
  const long = new Array<number>(2_000_000).fill(7)
  const of = await epoch()

  for (let number = 0; number < 3; number++) {
    store.notes.write([[new Uint8Array([number]), long]], of)
    await store.flush()
  }

  const { notes } = await store.notes.read([0, 1, 2].map((number) => new Uint8Array([number])))
  expect(notes.map((note) => note?.length)).toEqual([undefined, undefined, 2_000_000])
})

it('returns no notes, and writes none, if the database is lost', async () => {
  const before = await epoch()
  await store.close()
  expect(await store.notes.read([KEY])).toEqual({ notes: [undefined], epoch: undefined })
  expect(() => {
    store.notes.write([[KEY, [1]]], before)
  }).not.toThrow()
  store = await openPackedBlockstore(NAME, { indexedDB })
})
