import type { FileNode } from '../../format/unixfs-node.ts'

/** Returns the bytes of a file to the last digit, as its root claims. */
export function exactSize ({ exact, size }: Pick<FileNode, 'exact' | 'size'>): bigint {
  return exact?.size ?? BigInt(size)
}
