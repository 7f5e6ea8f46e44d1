import { CommitLog } from '../../store/blockstore/commit-log.ts'
import { IdbDatastore } from '../../store/datastore/idb-datastore.ts'
import { IdbBlockstore } from '../../store/idb/idb-blockstore.ts'
import { openPackedBlockstore } from '../../store/packed/open-packed-blockstore.ts'
import { TestNode } from '../test-node.ts'
import { killableBlockstore, killableDatastore } from './killable.ts'
import type { WriteHook } from './killable.ts'

/** Blockstores with another database than that of the pins. */
export const PERSISTENT_STORES = ['packed', 'idb'] as const

export const BLOCKS_NAME = 'blocks'

/**
 * Opens a node on the global IndexedDB: blocks in one database, pins and the rest in another.
 *
 * @param hook - called around every write to either; see `KillSwitch`
 */
export async function openRepo (
  store: typeof PERSISTENT_STORES[number],
  hook: WriteHook = () => {}
): Promise<TestNode> {
  const data = killableDatastore(await IdbDatastore.open('data', globalThis.indexedDB), hook)

  const blockstore = store === 'packed'
    ? await openPackedBlockstore(BLOCKS_NAME, {
      compactInBackground: false,
      onTransaction: (_, label) => {
        hook(label)
      },
      commitLog: new CommitLog(data)
    })
    : killableBlockstore(await IdbBlockstore.open(BLOCKS_NAME, data), hook)

  return await TestNode.start({ blockstore, datastore: data })
}

/** Returns the names of all rows that commit sessions. */
export async function commitRows ({ node }: TestNode): Promise<string[]> {
  return [...await new CommitLog(node.datastore).names()]
}
