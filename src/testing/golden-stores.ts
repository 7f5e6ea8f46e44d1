import 'fake-indexeddb/auto'

import { IDBFactory } from 'fake-indexeddb'
import type { Datastore } from 'interface-datastore'
import type { Blockstore } from '../store/blockstore/blockstore.ts'
import { MemoryBlockstore } from '../store/blockstore/memory-blockstore.ts'
import { IdbDatastore } from '../store/datastore/idb-datastore.ts'
import { SortedDatastore } from '../store/datastore/sorted-datastore.ts'
import { openPackedBlockstore } from '../store/packed/open-packed-blockstore.ts'

/** Creates an empty repo; each call of the returned functions opens it again, like a starting node. */
export type GoldenStore = () => { blocks: () => Promise<Blockstore>; data: () => Promise<Datastore> }

/** Stores of `serve:node`. */
export const MEMORY: GoldenStore = () => {
  const blocks = new MemoryBlockstore()
  const data = new SortedDatastore()
  return { blocks: async () => blocks, data: async () => data }
}

/** Stores of a worker, on an IndexedDB in memory. */
export const PACKED: GoldenStore = () => {
  const indexedDB = new IDBFactory()
  return {
    blocks: async () => await openPackedBlockstore('golden', { indexedDB }),
    data: async () => await IdbDatastore.open('golden-data', indexedDB)
  }
}
