import 'fake-indexeddb/auto'
import { interfaceBlockstoreTests } from 'interface-blockstore-tests'
import { describe } from 'vitest'
import { newIndexedDB, withRunnerGlobals } from '../testing/store-fixtures.ts'
import type { BlockStore } from './block-store.ts'
import { MemoryBlockStore } from './memory-block-store.ts'
import { openPackedBlockStore } from './packed/open-packed-block-store.ts'

withRunnerGlobals()

const stores: Record<string, () => Promise<BlockStore>> = {
  memory: async () => new MemoryBlockStore(),
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
