import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { create } from 'multiformats/hashes/digest'
import type { Block } from '../../src/store/blockstore/blockstore.ts'
import { Database, requestResult } from '../../src/store/database/database.ts'
import { openDatabase } from '../../src/store/database/open-database.ts'
import { openPackedBlockstore } from '../../src/store/packed/open-packed-blockstore.ts'
import type { PackedBlockstore } from '../../src/store/packed/packed-blockstore.ts'

/** Actions of this worker for the page. Each returns plain values, or the name of its error. */
const actions = {
  fill,
  fillOneByOne,
  read: readStore,
  remove,
  compact,
  writeForever,
  churnForever,
  fillUntilFull,
  damage,
  sessionLeftOpen,
  failLate,
  keepBlob
}

export type Actions = typeof actions

/**
 * Returns the n-th block of a size. Its digest is arbitrary, because the store verifies none, and its bytes contain the
 * number.
 */
function block (seed: number, size: number): Block {
  const digest = new Uint8Array(32)
  new DataView(digest.buffer).setUint32(0, seed)
  new DataView(digest.buffer).setUint32(4, size)
  const bytes = new Uint8Array(size).fill(seed & 0xff)
  new DataView(bytes.buffer).setUint32(0, seed)
  new DataView(bytes.buffer).setUint32(size - 4, seed)
  return { cid: CID.createV1(raw.code, create(0x12, digest)), bytes }
}

function numberOf (cid: CID): [seed: number, size: number] {
  const { buffer, byteOffset } = cid.multihash.digest
  const view = new DataView(buffer, byteOffset)
  return [view.getUint32(0), view.getUint32(4)]
}

let opened: Promise<PackedBlockstore> | undefined
const openStore = (): Promise<PackedBlockstore> => opened ??= openPackedBlockstore('store')

/** Writes blocks in one session. */
async function fill (first: number, count: number, size: number): Promise<void> {
  const session = (await openStore()).session()

  for (let i = first; i < first + count; i++) {
    const { cid, bytes } = block(i, size)
    await session.put(cid, bytes)
  }

  await session.commit()
}

/** Writes each block in a session of its own. */
async function fillOneByOne (seeds: number[], size: number): Promise<void> {
  for (const seed of seeds) {
    await fill(seed, 1, size)
  }
}

async function sessionLeftOpen (first: number, count: number, size: number): Promise<void> {
  const store = await openStore()
  const session = store.session()

  for (let i = first; i < first + count; i++) {
    const { cid, bytes } = block(i, size)
    await session.put(cid, bytes)
  }

  await store.flush()
}

/**
 * Reads everything in three ways.
 *
 * @returns the numbers of the blocks, those with wrong bytes, and the counters
 */
async function readStore (): Promise<{ seeds: number[]; bad: number[]; stat: { blocks: number; bytes: number } }> {
  const store = await openStore()
  const cids: CID[] = []
  const bad: number[] = []

  for await (const cid of store.keys()) {
    cids.push(cid)
  }

  cids.sort((a, b) => numberOf(a)[0] - numberOf(b)[0])
  const wrong = (cid: CID, bytes: Uint8Array): boolean => {
    const [seed, size] = numberOf(cid)
    const expected = block(seed, size).bytes
    return bytes.byteLength !== size || bytes.some((byte, i) => byte !== expected[i])
  }

  for (const cid of cids) {
    const [seed, size] = numberOf(cid)
    const bytes = await store.bytes(cid).catch(() => new Uint8Array())

    if (wrong(cid, bytes) || await store.size(cid) !== size || !await store.has(cid)) {
      bad.push(seed)
    }
  }

  const good = cids.filter((cid) => !bad.includes(numberOf(cid)[0])).reverse()

  for await (const { cid, bytes } of store.bytesMany(good)) {
    if (wrong(cid, bytes)) {
      bad.push(numberOf(cid)[0])
    }
  }

  await Promise.all(
    good.filter((_, i) => i % 5 === 0).map(async (cid) => {
      if (wrong(cid, await store.bytes(cid))) {
        bad.push(numberOf(cid)[0])
      }
    })
  )

  return { seeds: cids.map((cid) => numberOf(cid)[0]), bad, stat: await store.stat() }
}

async function remove (first: number, count: number, size: number): Promise<void> {
  await (await openStore()).remove(Array.from({ length: count }, (_, i) => block(first + i, size).cid))
}

async function compact (): Promise<void> {
  await (await openStore()).compact()
}

/** Commits sessions of `count` blocks until it is killed, and reports the committed number each time. */
async function writeForever (count: number, size: number): Promise<void> {
  for (let first = 0;; first += count) {
    await fill(first, count, size)
    postMessage({ progress: first + count })
  }
}

/**
 * Writes, deletes three of four blocks, and compacts, until it is killed. Reports the committed blocks, and those to be
 * deleted.
 */
async function churnForever (count: number, size: number): Promise<void> {
  const store = await openStore()

  for (let first = 0;; first += count) {
    await fill(first, count, size)
    postMessage({ progress: first + count })
    await store.remove(
      Array.from({ length: count }, (_, i) => first + i).filter((i) => i % 4 !== 0).map((i) => block(i, size).cid)
    )
    await store.compact()
  }
}

/** @returns the number of blocks written before the error, and its name */
async function fillUntilFull (first: number, size: number): Promise<{ name: string; message: string }> {
  const session = (await openStore()).session()

  try {
    for (let i = first; i < first + 4000; i++) {
      const { cid, bytes } = block(i, size)
      await session.put(cid, bytes)
    }

    await session.commit()
    return { name: 'none', message: '' }
  } catch (err) {
    await session.rollback()
    return { name: (err as Error).name, message: (err as Error).message }
  }
}

/**
 * Runs a transaction in which the last request fails after all were made.
 *
 * @returns the name of the error, and the stored keys
 */
async function failLate (): Promise<{ name: string; keys: IDBValidKey[] }> {
  const database = new Database(
    await openDatabase(indexedDB, 'late', 1, async (db) => {
      db.createObjectStore('rows')
    })
  )
  await database.write('first', ['rows'], 'relaxed', async (tx) => {
    tx.objectStore('rows').put(1, 'taken')
  })
  const name = await database.write('second', ['rows'], 'relaxed', async (tx) => {
    tx.objectStore('rows').put(2, 'before')
    tx.objectStore('rows').add(2, 'taken')
    tx.objectStore('rows').put(2, 'behind')
  }).then(() => 'none', (err: Error) => err.name)
  const keys = await requestResult(database.read(['rows']).objectStore('rows').getAllKeys())
  database.close()
  return { name, keys }
}

/**
 * Runs a transaction with a Blob, which not every browser supports.
 *
 * @returns whether it failed, and the stored keys
 */
async function keepBlob (): Promise<{ failed: boolean; keys: IDBValidKey[] }> {
  const database = new Database(
    await openDatabase(indexedDB, 'blob', 1, async (db) => {
      db.createObjectStore('rows')
    })
  )
  const failed = await database.write('blob', ['rows'], 'strict', async (tx) => {
    tx.objectStore('rows').put(new Blob(['bytes']), 'blob')
    tx.objectStore('rows').put(1, 'row')
  }).then(() => false, () => true)
  const keys = await requestResult(database.read(['rows']).objectStore('rows').getAllKeys())
  database.close()
  return { failed, keys }
}

/** Truncates the first segment, without the store noticing. */
async function damage (): Promise<void> {
  const store = await openStore()
  await store.close()
  opened = undefined
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.open('store')
    request.onsuccess = () => {
      const tx = request.result.transaction('segments', 'readwrite')
      tx.objectStore('segments').put(new Blob(['short']), 1)
      tx.oncomplete = () => {
        request.result.close()
        resolve()
      }
      tx.onabort = () => {
        reject(tx.error!)
      }
    }
  })
}

onmessage = ({ data: { id, action, args } }: MessageEvent<{ id: number; action: keyof Actions; args: never }>) => {
  ;(actions[action] as (...args: unknown[]) => Promise<unknown>)(...args as unknown[])
    .then((value) => {
      postMessage({ id, value })
    }, (err: Error) => {
      postMessage({ id, error: `${err.name}: ${err.message}` })
    })
}
