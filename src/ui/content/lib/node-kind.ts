import { words } from '../../lib/text/t.ts'
import type { Words } from '../../lib/text/t.ts'
import type { UnixfsType } from './unixfs-type.ts'

/**
 * Kind of the DAG below a block. `name` is a key instead of a block, `block` has a codec that the node cannot decode.
 */
export type NodeKind = 'file' | 'folder' | 'shards' | 'symlink' | 'bytes' | 'data' | 'name' | 'block'

export const NODE_KINDS: Readonly<Record<NodeKind, Words>> = {
  file: words('File'),
  folder: words('Folder'),
  shards: words('Large folder, in parts (HAMT)'),
  symlink: words('Symbolic link'),
  bytes: words('Raw bytes'),
  data: words('Data'),
  name: words('Name (a key)'),
  block: words('Block')
}

const OF_UNIXFS: Readonly<Record<UnixfsType, NodeKind>> = {
  raw: 'file',
  file: 'file',
  metadata: 'file',
  directory: 'folder',
  hamt: 'shards',
  symlink: 'symlink'
}

/** @param type - UnixFS type of a dag-pb node */
export function nodeKind (codec: string, type: UnixfsType | undefined): NodeKind {
  switch (codec) {
    case 'raw':
      return 'bytes'
    case 'libp2p-key':
      return 'name'
    case 'dag-pb':
      return type == null ? 'data' : OF_UNIXFS[type]
    default:
      return 'data'
  }
}

/** Returns whether the MFS can contain it. */
export function isUnixfs (kind: NodeKind): boolean {
  return ['file', 'folder', 'shards', 'symlink', 'bytes'].includes(kind)
}

export function isFolder (kind: NodeKind): boolean {
  return kind === 'folder' || kind === 'shards'
}
