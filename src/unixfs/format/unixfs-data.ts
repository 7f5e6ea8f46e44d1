import type { Uint64 } from '../../bytes/protobuf/uint64.ts'
import type { Time } from './stat.ts'

/** The values of `Data.DataType` of UnixFS. */
export const UNIXFS_TYPE = { raw: 0, directory: 1, file: 2, metadata: 3, symlink: 4, hamtShard: 5 } as const

/** The `Data` message of UnixFS (specs.ipfs.tech/unixfs, "Data"), generic in the type of its bytes. */
interface UnixfsFields<Bytes> {
  /** one of `UNIXFS_TYPE`, or an unknown number */
  type: number
  data?: Bytes
  /** the size of the file in bytes */
  fileSize?: Uint64
  /** the number of file bytes below each link */
  blockSizes?: readonly Uint64[]
  hashType?: Uint64
  fanout?: Uint64
  /** permissions in UnixFS encoding */
  mode?: number
  mtime?: Time
}

/** A decoded message; `data` is a view into the block. */
export interface UnixfsData extends UnixfsFields<Uint8Array> {
  blockSizes: Uint64[]
}

/** Bytes in several parts. */
export interface Pieces {
  parts: readonly Uint8Array[]
  /** the total length of the parts */
  length: number
}

/** A message to encode; undefined fields are omitted. A decoded message also has this type. */
export type NewUnixfsData = UnixfsFields<Uint8Array | Pieces>
