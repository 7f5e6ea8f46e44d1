import type { CID } from 'multiformats/cid'
import type { Context } from '../../rpc/context.ts'
import { UNIXFS_TYPE } from '../../unixfs/format/unixfs-data.ts'
import { isFact, lookAtEntries } from '../../unixfs/read/look-at-entries.ts'
import { statNode } from './stat-node.ts'

export interface EntryKind {
  kind: 'file' | 'directory'
  /** bytes of a file */
  size: number
}

/** Whether entries are files or directories, and how many bytes files have, some at a time. Blocks are read together, and only those of which that is not known. */
export async function * entryKinds<E extends { cid: CID }> (entries: AsyncIterable<E> | Iterable<E>, { blocks, signal }: Context): AsyncGenerator<Array<E & EntryKind>> {
  for await (const looked of lookAtEntries(entries, { blocks, signal, wants: () => true })) {
    yield looked.map(([entry, look]) => ({ ...entry, ...isFact(look) ? { kind: isDirectory(look.type) ? 'directory' : 'file', size: look.size } : kindOf(entry.cid, look) }))
  }
}

function kindOf (cid: CID, bytes: Uint8Array = new Uint8Array(0)): EntryKind {
  const { Type, Size } = statNode(cid, bytes, '')
  return { kind: Type, size: Size }
}

function isDirectory (type: number | 'raw'): boolean {
  return type === UNIXFS_TYPE.directory || type === UNIXFS_TYPE.hamtShard
}
