import type { Datastore } from 'interface-datastore'
import type { ReadWriteLock } from '../async/read-write-lock.ts'
import type { Blockstore } from '../store/blockstore.ts'
import type { GcRoots } from './gc/gc-roots.ts'

/** What a node keeps, and the locks over it. */
export interface Repo {
  /** blocks of this machine alone; whoever reads for a request wants a `BlockReader` */
  readonly blockstore: Blockstore
  readonly datastore: Datastore
  /** read: adders of blocks that will be pinned; write: the garbage collector */
  readonly gcLock: ReadWriteLock
  /** what the garbage collector keeps */
  readonly gcRoots: GcRoots
}
