import type { Datastore } from 'interface-datastore'
import type { ReadWriteLock } from '../async/locks/read-write-lock.ts'
import type { Blockstore } from '../store/blockstore/blockstore.ts'
import type { GcRoots } from './gc-roots.ts'

/** The stores of a node, and their locks. */
export interface Repo {
  /** Local blocks only. To read blocks for a request, use a `BlockReader`. */
  readonly blockstore: Blockstore
  readonly datastore: Datastore
  /** Read side: writers of blocks that will be pinned. Write side: garbage collection. */
  readonly gcLock: ReadWriteLock
  /** The roots of garbage collection. */
  readonly gcRoots: GcRoots
}
