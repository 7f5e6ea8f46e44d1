import { toUint64 } from '../../../bytes/protobuf/uint64.ts'
import type { Uint64 } from '../../../bytes/protobuf/uint64.ts'
import type { FileNode } from '../../format/unixfs-node.ts'

/** Returns the exact size of a file in bytes, as its root declares. */
export function exactSize ({ exact, size }: Pick<FileNode, 'exact' | 'size'>): bigint {
  return exact?.size ?? BigInt(size)
}

/** Returns the size of a file, as a number up to 2^53 and as a bigint above. */
export function fileSize ({ exact, size }: Pick<FileNode, 'exact' | 'size'>): Uint64 {
  return exact == null ? size : toUint64(exact.size)
}
