import type { Datastore } from 'interface-datastore'
import type { ReadWriteLock } from '../../async/locks/read-write-lock.ts'
import type { References } from '../../blocks/references/references.ts'
import type { ConfigStore } from '../../config/config-store.ts'
import type { ContentPolicy } from '../../denylist/content-policy.ts'
import type { Denylists } from '../../denylist/lists/denylists.ts'
import type { Mfs } from '../../mfs/mfs.ts'
import type { MountedFiles } from '../../mfs/mounted-files.ts'
import type { PinIndex } from '../../pins/index/pin-index.ts'
import type { PinStore } from '../../pins/store/pin-store.ts'
import type { GcRoots } from '../../repo/gc-roots.ts'
import type { Blockstore } from '../../store/blockstore/blockstore.ts'
import type { RepairReporter, Repairs } from './repairs.ts'

/** The repo of a node: settings, blocks, pins and mutable files. */
export interface NodeStorage {
  readonly config: ConfigStore
  /** blocks of this machine only; most readers want `Context.blocks` */
  readonly blockstore: Blockstore
  readonly datastore: Datastore
  /**
   * blocks that are referenced and not stored; undefined if neither the filestore nor the urlstore was enabled at the
   * start of the node
   */
  readonly references: References | undefined
  readonly pins: PinStore
  /** index of the blocks below recursive pins */
  readonly pinIndex: PinIndex
  /** mutable files (MFS) */
  readonly mfs: Mfs
  /** whether the gateway serves the mutable files */
  readonly mountedFiles: MountedFiles
  /** data that the browser lost, until the user has acknowledged it */
  readonly repairs: Repairs
  /** decides which content is read and served; follows the denylists */
  readonly policy: ContentPolicy
  /** lists of content that is neither served nor fetched */
  readonly denylists: Denylists
  /** report on lost data and incomplete pins */
  readonly repairReport: RepairReporter
  /** read: adders of blocks that will be pinned; write: the garbage collector */
  readonly gcLock: ReadWriteLock
  /** roots that the garbage collector keeps in addition to pins */
  readonly gcRoots: GcRoots
  /** location of the repo, as `repo/stat` shows it */
  readonly repoPath: string
  /** whether the repo was created when this node opened */
  readonly isNew: boolean
}
