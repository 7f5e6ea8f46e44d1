import { words } from './t.ts'
import type { Words } from './t.ts'
import type { UnixfsType } from './unixfs-type.ts'

/** What a block is the top of; `name` is no block at all but a key, `block` what the node cannot read any further. */
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

const OF_UNIXFS: Readonly<Record<UnixfsType, NodeKind>> = { raw: 'file', file: 'file', metadata: 'file', directory: 'folder', hamt: 'shards', symlink: 'symlink' }

/** @param type - what a dag-pb node says of itself */
export function nodeKind (codec: string, type: UnixfsType | undefined): NodeKind {
  switch (codec) {
    case 'raw': return 'bytes'
    case 'libp2p-key': return 'name'
    case 'dag-pb': return type == null ? 'data' : OF_UNIXFS[type]
    default: return 'data'
  }
}

/** Whether the mutable files can hold it. */
export function isUnixfs (kind: NodeKind): boolean {
  return ['file', 'folder', 'shards', 'symlink', 'bytes'].includes(kind)
}

export function isFolder (kind: NodeKind): boolean {
  return kind === 'folder' || kind === 'shards'
}
