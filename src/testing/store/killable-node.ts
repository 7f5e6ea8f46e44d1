import { CommitLog } from '../../store/blockstore/commit-log.ts'
import { IdbDatastore } from '../../store/datastore/idb-datastore.ts'
import { openPackedBlockstore } from '../../store/packed/open-packed-blockstore.ts'
import { TestNode } from '../test-node.ts'
import type { TestNodeInit } from '../test-node.ts'
import { killableDatastore } from './killable.ts'
import type { KillSwitch } from './packed-store.ts'

/**
 * Opens a node over the packed store of these databases, like a worker does.
 *
 * @param kill - ends it at a write
 */
export async function openKillableNode (
  indexedDB: IDBFactory,
  kill: KillSwitch | undefined,
  init: TestNodeInit
): Promise<TestNode> {
  const datastore = killableDatastore(await IdbDatastore.open('data', indexedDB), kill?.hook ?? (() => {}))
  return await TestNode.start({
    blockstore: await openPackedBlockstore('blocks', {
      indexedDB,
      compactInBackground: false,
      onTransaction: kill?.hook,
      commitLog: new CommitLog(datastore)
    }),
    datastore,
    ...init
  })
}
