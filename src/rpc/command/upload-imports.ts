import type { CID } from 'multiformats/cid'
import type { importCar } from '../../dag/import-car.ts'
import type { UploadEntry } from '../../http/upload/upload-entry.ts'
import type { RepoWrites } from '../../repo/with-write-session.ts'
import type { importEntries } from '../../unixfs/import/entries/import-entries.ts'

/** Options of `block/put` that determine its blocks. */
export interface BlockOptions {
  hashName: string
  /** bytes of the digest; negative for the default length */
  length: number
  cidCodec: string
  /** the deprecated option; empty if not given */
  format: string
  allowBigBlock: boolean
}

/** A block that is not stored yet. */
export interface MadeBlock {
  cid: CID
  size: number
  /** stores the block in a write session */
  store: (writes: Pick<RepoWrites, 'put' | 'adopting'>) => Promise<void>
}

/**
 * Reads an upload in another process, which hashes its bytes and stores them. The commands do everything else as usual:
 * sessions, pins, MFS, answers.
 */
export interface UploadImports {
  /** in place of `importEntries`; the entries are those of the upload */
  entries: typeof importEntries
  /** in place of `importCar`; the content is that of the current entry */
  car: typeof importCar
  /** in place of reading an entry of `block/put` */
  block: (entry: UploadEntry, options: BlockOptions & { signal: AbortSignal }) => Promise<MadeBlock>
}
