import 'fake-indexeddb/auto'

import { MemoryDatastore } from 'datastore-core'
import { describeBlockstore } from '../../testing/store/describe-blockstore.ts'
import { newIndexedDB } from '../../testing/store/store-fixtures.ts'
import { IdbBlockstore } from '../idb/idb-blockstore.ts'
import { openPackedBlockstore } from '../packed/open-packed-blockstore.ts'
import type { Blockstore } from './blockstore.ts'
import { MemoryBlockstore } from './memory-blockstore.ts'

let count = 0

const stores: Record<string, () => Promise<Blockstore>> = {
  memory: async () => new MemoryBlockstore(),
  idb: async () => await IdbBlockstore.open(`behaviour-${count++}`, new MemoryDatastore()),
  packed: async () => await openPackedBlockstore('test', { indexedDB: newIndexedDB() })
}

for (const [name, open] of Object.entries(stores)) {
  describeBlockstore(name, open)
}
