import type { CID } from 'multiformats/cid'
import type { Uint64 } from '../../bytes/protobuf/uint64.ts'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { decodeUtf8 } from '../../go/text/utf8.ts'
import { decodePbNode } from '../../ipld/dag-pb/decode-pb-node.ts'
import type { PbNode } from '../../ipld/dag-pb/pb-node.ts'
import { decode } from '../../ipld/registry/registry.ts'
import { decodeUnixfsData } from './decode-unixfs-data.ts'
import { fileMode } from './file-mode.ts'
import { NotUnixfsError } from './not-unixfs-error.ts'
import type { Time } from './stat.ts'
import { UNIXFS_TYPE } from './unixfs-data.ts'
import type { UnixfsData } from './unixfs-data.ts'

interface Common {
  cid: CID
  /** Go's `os.FileMode`; 0 when the node has none */
  mode: number
  mtime: Time | undefined
  /** bytes of this block */
  blockSize: number
}

/** A file, or a part of one: the bytes themselves, or links to parts. */
export interface FileNode extends Common {
  kind: 'file'
  /** bytes of the file, as the node claims; above 2^53 only near the value */
  size: number
  /** the bytes of a node without links; a view into the block */
  data: Uint8Array
  links: CID[]
  /** bytes of the file below each link; above 2^53 only near the values */
  blockSizes: number[]
  /** the sizes to the last digit, if `size` is above 2^53 */
  exact?: ExactSizes | undefined
}

/** Sizes of a file that numbers cannot hold. */
export interface ExactSizes {
  /** bytes of the file, as the node claims */
  size: bigint
  /** bytes of the file below each link */
  blockSizes: Uint64[]
}

export interface DirectoryNode extends Common {
  kind: 'directory'
  /** kept in several blocks as a HAMT */
  sharded: boolean
  node: PbNode
  data: UnixfsData
}

export interface SymlinkNode extends Common {
  kind: 'symlink'
  target: string
}

export type UnixfsNode = FileNode | DirectoryNode | SymlinkNode

const NOTHING = new Uint8Array(0)

/**
 * Decodes a block as UnixFS. The words of the errors are boxo's (`unixfs/io`, `unixfs/file`).
 *
 * @throws NotUnixfsError if the block is neither dag-pb nor raw (`unknown node type`), or no UnixFS
 */
export function decodeUnixfsNode (cid: CID, bytes: Uint8Array): UnixfsNode {
  try {
    return decodeNode(cid, bytes)
  } catch (err) {
    throw new NotUnixfsError(err as Error)
  }
}

function decodeNode (cid: CID, bytes: Uint8Array): UnixfsNode {
  if (cid.code === CODEC.raw) {
    return {
      kind: 'file',
      cid,
      mode: 0,
      mtime: undefined,
      blockSize: bytes.length,
      size: bytes.length,
      data: bytes,
      links: [],
      blockSizes: []
    }
  }

  if (cid.code !== CODEC.dagPb) {
    decode(cid.code, bytes) // an unknown codec or damaged bytes are told of first
    throw new Error('unknown node type')
  }

  const node = decodePbNode(bytes)
  const data = decodeUnixfsData(node.data ?? NOTHING)
  const common = { cid, mode: fileMode(data), mtime: data.mtime, blockSize: bytes.length }

  switch (data.type) {
    case UNIXFS_TYPE.raw:
    case UNIXFS_TYPE.file:
      return { kind: 'file', ...common, ...content(node, data) }
    case UNIXFS_TYPE.directory:
    case UNIXFS_TYPE.hamtShard:
      return { kind: 'directory', ...common, sharded: data.type === UNIXFS_TYPE.hamtShard, node, data }
    case UNIXFS_TYPE.symlink:
      return { kind: 'symlink', ...common, target: decodeUtf8(data.data ?? NOTHING) }
    case UNIXFS_TYPE.metadata:
      throw new Error('incorrectly formatted metadata object')
    default:
      throw new Error('unrecognized node type')
  }
}

/** As boxo does, bytes in a node with links are not part of the file. */
function content (
  { links }: PbNode,
  { data = NOTHING, fileSize, blockSizes }: UnixfsData
): Pick<FileNode, 'size' | 'data' | 'links' | 'blockSizes' | 'exact'> {
  return {
    size: Number(fileSize ?? (links.length === 0 ? data.length : 0)),
    data: links.length === 0 ? data : NOTHING,
    links: links.map(({ cid }) => cid),
    blockSizes: blockSizes.map(Number),
    ...typeof fileSize === 'bigint' && { exact: { size: fileSize, blockSizes } }
  }
}
