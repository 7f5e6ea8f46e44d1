import { unixfs } from '@helia/unixfs'
import { IDBBlockstore } from 'blockstore-idb'
import { createHeliaLight } from 'helia'
import { CID } from 'multiformats/cid'
import * as json from 'multiformats/codecs/json'
import * as raw from 'multiformats/codecs/raw'
import { sha256 } from 'multiformats/hashes/sha2'

/** The operations of `read-rows.mjs`. CIDs are texts, so that they outlive the page. */
type Ops = Record<string, (...args: never[]) => Promise<unknown>>

const RANDOM_BYTES = 65_536

/**
 * Opens Helia with a blockstore in IndexedDB and no network, in this page, as an app without a worker uses it.
 *
 * @returns the operations of the comparison
 */
export async function openHelia (): Promise<Ops> {
  const blockstore = new IDBBlockstore('bench-helia')
  await blockstore.open()
  const helia = createHeliaLight({ blockstore })
  const fs = unixfs(helia)

  const put = async (code: number, bytes: Uint8Array): Promise<string> => {
    const cid = CID.createV1(code, await sha256.digest(bytes))
    await blockstore.put(cid, bytes)
    return cid.toString()
  }

  const get = async (cid: string): Promise<Uint8Array> => joined(await collect(blockstore.get(CID.parse(cid))))

  return {
    async addFolder (count: number, bytes: number) {
      const files = Array.from({ length: count }, (_, i) => ({ path: `folder/${i}`, content: randomBytes(bytes) }))
      return (await collect(fs.addAll(files, { wrapWithDirectory: false }))).at(-1)?.cid.toString()
    },
    readEntry: async (folder: string, i: number) => await collect(fs.cat(CID.parse(folder), { path: String(i) })),
    list: async (folder: string) => await collect(fs.ls(CID.parse(folder))),
    putBlock: async (bytes: number) => await put(raw.code, randomBytes(bytes)),
    getBlock: get,
    putNode: async (node: unknown) => await put(json.code, json.encode(node)),
    getNode: async (cid: string) => json.decode(await get(cid)),
    addFile: async (bytes: number) => (await fs.addBytes(randomBytes(bytes))).toString(),
    readFile: async (cid: string) => await collect(fs.cat(CID.parse(cid))),
    readRange: async (cid: string, offset: number, length: number) =>
      await collect(fs.cat(CID.parse(cid), { offset, length }))
  }
}

async function collect<T> (source: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
  const all: T[] = []

  for await (const one of source) {
    all.push(one)
  }

  return all
}

function joined (chunks: Uint8Array[]): Uint8Array {
  return chunks.length === 1 ? chunks[0] : new Uint8Array(chunks.flatMap((chunk) => [...chunk]))
}

function randomBytes (bytes: number): Uint8Array {
  const all = new Uint8Array(bytes)

  for (let at = 0; at < bytes; at += RANDOM_BYTES) {
    crypto.getRandomValues(all.subarray(at, Math.min(bytes, at + RANDOM_BYTES)))
  }

  return all
}
