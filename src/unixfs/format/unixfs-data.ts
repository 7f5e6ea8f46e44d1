import type { Uint64 } from '../../bytes/protobuf/uint64.ts'
import type { Time } from './stat.ts'

/** `Data.DataType` of UnixFS. */
export const UNIXFS_TYPE = { raw: 0, directory: 1, file: 2, metadata: 3, symlink: 4, hamtShard: 5 } as const

/** The `Data` message of UnixFS (specs.ipfs.tech/unixfs, "Data"), with its bytes in any form. */
interface UnixfsFields<Bytes> {
  /** one of `UNIXFS_TYPE`, or a number that nobody knows */
  type: number
  data?: Bytes
  /** bytes of the file */
  fileSize?: Uint64
  /** bytes of the file below each link */
  blockSizes?: readonly Uint64[]
  hashType?: Uint64
  fanout?: Uint64
  /** permissions as UnixFS counts them */
  mode?: number
  mtime?: Time
}

/** As it was read; `data` is a view into the block. */
export interface UnixfsData extends UnixfsFields<Uint8Array> {
  blockSizes: Uint64[]
}

/** Bytes in the pieces in which they came. */
export interface Pieces {
  parts: readonly Uint8Array[]
  /** sum of the parts' lengths */
  length: number
}

/** To be written; what is undefined is left out. What was read can be written. */
export type NewUnixfsData = UnixfsFields<Uint8Array | Pieces>
