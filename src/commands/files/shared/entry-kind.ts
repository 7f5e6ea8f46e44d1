import type { Linked } from '../../../ipld/dag-pb/pb-node.ts'
import { UNIXFS_TYPE } from '../../../unixfs/format/unixfs-data.ts'
import { isFact } from '../../../unixfs/read/directory/entry-metadata.ts'
import type { EntryMetadata } from '../../../unixfs/read/directory/entry-metadata.ts'
import { statNode } from './stat-node.ts'

export interface EntryKind {
  isDirectory: boolean
  /** bytes of the file */
  size: number | bigint
}

/** Returns whether an entry is a file or a directory, and its size, from a look at its block. */
export function entryKind (link: Linked, look: EntryMetadata = new Uint8Array(0)): EntryKind {
  if (isFact(look)) {
    return { isDirectory: look.type === UNIXFS_TYPE.directory || look.type === UNIXFS_TYPE.hamtShard, size: look.size }
  }

  const { Type, Size } = statNode(link.cid, look, '')
  return { isDirectory: Type === 'directory', size: Size }
}
