import 'fake-indexeddb/auto'
import { MemoryDatastore } from 'datastore-core'
import { interfaceBlockstoreTests } from 'interface-blockstore-tests'
import { describe } from 'vitest'
import { newIndexedDB, withRunnerGlobals } from '../testing/store-fixtures.ts'
import type { BlockStore } from './block-store.ts'
import { IdbBlockStore } from './idb-block-store.ts'
import { MemoryBlockStore } from './memory-block-store.ts'
import { openPackedBlockStore } from './packed/open-packed-block-store.ts'

withRunnerGlobals()

let count = 0

const stores: Record<string, () => Promise<BlockStore>> = {
  memory: async () => new MemoryBlockStore(),
  idb: async () => await IdbBlockStore.open(`compliance-${count++}`, new MemoryDatastore()),
  packed: async () => await openPackedBlockStore('test', { indexedDB: newIndexedDB() })
}

for (const [name, setup] of Object.entries(stores)) {
  describe(`interface-blockstore compliance of the ${name} store`, () => {
    interfaceBlockstoreTests({
      setup,
      teardown: async (store) => { await (store as BlockStore).close() }
    })
  })
}
