import 'fake-indexeddb/auto'

import { MemoryDatastore } from 'datastore-core'
import { interfaceBlockstoreTests } from 'interface-blockstore-tests'
import { describe } from 'vitest'
import { newIndexedDB, withRunnerGlobals } from '../../testing/store/store-fixtures.ts'
import { IdbBlockstore } from '../idb/idb-blockstore.ts'
import { openPackedBlockstore } from '../packed/open-packed-blockstore.ts'
import type { Blockstore } from './blockstore.ts'
import { MemoryBlockstore } from './memory-blockstore.ts'

withRunnerGlobals()

let count = 0

const stores: Record<string, () => Promise<Blockstore>> = {
  memory: async () => new MemoryBlockstore(),
  idb: async () => await IdbBlockstore.open(`compliance-${count++}`, new MemoryDatastore()),
  packed: async () => await openPackedBlockstore('test', { indexedDB: newIndexedDB() })
}

for (const [name, setup] of Object.entries(stores)) {
  describe(`interface-blockstore compliance of the ${name} store`, () => {
    interfaceBlockstoreTests({
      setup,
      teardown: async (store) => {
        await (store as Blockstore).close()
      }
    })
  })
}
