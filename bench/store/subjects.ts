import { IDBBlockstore } from 'blockstore-idb'
import drain from 'it-drain'
import type { CID } from 'multiformats/cid'
import type { Block } from '../../src/store/blockstore/blockstore.ts'
import { openPackedBlockstore } from '../../src/store/packed/open-packed-blockstore.ts'

/** A store under measurement. A store without an operation is left out of that row. */
export interface Subject {
  put: (block: Block) => Promise<unknown>
  putMany: (blocks: Block[]) => Promise<unknown>
  /** a write session, from the first put to the final strict barrier */
  session?: (blocks: Block[]) => Promise<unknown>
  get: (cid: CID) => Promise<Uint8Array>
  getMany: (cids: CID[], each: (bytes: Uint8Array) => void) => Promise<unknown>
  has: (cid: CID) => Promise<boolean>
  deleteMany: (cids: CID[]) => Promise<unknown>
  compact?: () => Promise<unknown>
  /** drops cached data by opening the store again */
  reopen: () => Promise<void>
  close: () => Promise<void>
}

/** Blocks per transaction of the plain database. */
const RAW_BATCH = 64

export const subjects: Record<'packed' | 'blockstore-idb' | 'raw IndexedDB', (name: string) => Promise<Subject>> = {
  packed: openPacked,
  'blockstore-idb': openPackage,
  'raw IndexedDB': openRaw
}

async function openPacked (name: string): Promise<Subject> {
  const open = async () => await openPackedBlockstore(name, { compactInBackground: false })
  let store = await open()

  return {
    put: async ({ cid, bytes }) => await store.put(cid, bytes),
    putMany: async (blocks) => {
      await drain(store.putMany(blocks))
    },
    session: async (blocks) => {
      const session = store.session()

      for (const { cid, bytes } of blocks) {
        await session.put(cid, bytes)
      }

      await session.commit()
    },
    get: async (cid) => await store.bytes(cid),
    getMany: async (cids, each) => {
      for await (const { bytes } of store.bytesMany(cids)) {
        each(bytes)
      }
    },
    has: async (cid) => await store.has(cid),
    deleteMany: async (cids) => {
      await store.remove(cids)
    },
    compact: async () => {
      await store.compact()
    },
    reopen: async () => {
      await store.close()
      store = await open()
    },
    close: async () => {
      await store.close()
    }
  }
}

async function openPackage (name: string): Promise<Subject> {
  const store = new IDBBlockstore(name)
  await store.open()

  return {
    put: async ({ cid, bytes }) => await store.put(cid, bytes),
    putMany: async (blocks) => {
      await drain(store.putMany(blocks))
    },
    get: async (cid) => {
      for await (const bytes of store.get(cid)) {
        return bytes
      }

      throw new Error('no bytes')
    },
    getMany: async (cids, each) => {
      for await (const { bytes } of store.getMany(cids)) {
        for await (const chunk of bytes) {
          each(chunk)
        }
      }
    },
    has: async (cid) => await store.has(cid),
    deleteMany: async (cids) => {
      await drain(store.deleteMany(cids))
    },
    reopen: async () => {
      await store.close()
      await store.open()
    },
    close: async () => {
      await store.close()
    }
  }
}

/** Opens the plain database, used as a careful program would use it: the limit for one value per block. */
async function openRaw (name: string): Promise<Subject> {
  let db = await connect(name)
  const key = (cid: CID): IDBValidKey => cid.multihash.bytes as Uint8Array<ArrayBuffer>

  async function batched<T> (
    all: T[],
    mode: IDBTransactionMode,
    body: (store: IDBObjectStore, one: T) => IDBRequest,
    each?: (result: never) => void
  ): Promise<void> {
    for (let start = 0; start < all.length; start += RAW_BATCH) {
      const tx = db.transaction('blocks', mode, { durability: 'relaxed' })
      const requests = all.slice(start, start + RAW_BATCH).map((one) => body(tx.objectStore('blocks'), one))
      await new Promise<void>((resolve, reject) => {
        tx.oncomplete = () => {
          resolve()
        }
        tx.onabort = () => {
          reject(tx.error!)
        }
      })
      requests.forEach(({ result }) => each?.(result as never))
    }
  }

  return {
    put: async (block) => {
      await batched([block], 'readwrite', (store, { cid, bytes }) => store.put(bytes, key(cid)))
    },
    putMany: async (blocks) => {
      await batched(blocks, 'readwrite', (store, { cid, bytes }) => store.put(bytes, key(cid)))
    },
    get: async (cid) => {
      let found: Uint8Array | undefined
      await batched([cid], 'readonly', (store, cid) => store.get(key(cid)), (bytes) => {
        found = bytes
      })
      return found!
    },
    getMany: async (cids, each) => {
      await batched(cids, 'readonly', (store, cid) => store.get(key(cid)), each)
    },
    has: async (cid) => {
      let found = false
      await batched([cid], 'readonly', (store, cid) => store.getKey(key(cid)), (result) => {
        found = result !== undefined
      })
      return found
    },
    deleteMany: async (cids) => {
      await batched(cids, 'readwrite', (store, cid) => store.delete(key(cid)))
    },
    reopen: async () => {
      db.close()
      db = await connect(name)
    },
    close: async () => {
      db.close()
    }
  }
}

function connect (name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('blocks')
    }
    request.onsuccess = () => {
      resolve(request.result)
    }
    request.onerror = () => {
      reject(request.error!)
    }
  })
}
