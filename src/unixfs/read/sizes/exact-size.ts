import { toUint64 } from '../../../bytes/protobuf/uint64.ts'
import type { Uint64 } from '../../../bytes/protobuf/uint64.ts'
import type { FileNode } from '../../format/unixfs-node.ts'

/** Returns the bytes of a file to the last digit, as its root claims. */
export function exactSize ({ exact, size }: Pick<FileNode, 'exact' | 'size'>): bigint {
  return exact?.size ?? BigInt(size)
}

/** Returns the same as a number, if it is at most 2^53. */
export function fileSize ({ exact, size }: Pick<FileNode, 'exact' | 'size'>): Uint64 {
  return exact == null ? size : toUint64(exact.size)
}
