import type { CID } from 'multiformats/cid'
import { addUint64, toUint64 } from '../../bytes/protobuf/uint64.ts'
import type { Uint64 } from '../../bytes/protobuf/uint64.ts'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { defineError } from '../../errors/define-error.ts'
import { decodeUtf8 } from '../../go/text/utf8.ts'
import { decodePbNode } from '../../ipld/dag-pb/decode-pb-node.ts'
import type { PbNode } from '../../ipld/dag-pb/pb-node.ts'
import { decodeBlock } from '../../ipld/registry/registry.ts'
import { decodeUnixfsData } from './decode-unixfs-data.ts'
import { fileMode } from './file-mode.ts'
import type { Time } from './stat.ts'
import { UNIXFS_TYPE } from './unixfs-data.ts'
import type { UnixfsData } from './unixfs-data.ts'

/** A block that is not UnixFS. The message is that of boxo or of the decoder. */
export class NotUnixfsError extends defineError('NotUnixfsError') {
  constructor (cause: Error) {
    super(cause.message, { cause })
  }
}

interface Common {
  cid: CID
  /** Go's `os.FileMode`; 0 if the node has none */
  mode: number
  mtime: Time | undefined
  /** the size of this block in bytes */
  blockSize: number
}

/** A file or a part of one: either its bytes, or links to parts. */
export interface FileNode extends Common {
  kind: 'file'
  /** the size of the file in bytes, as the node declares; approximate above 2^53 */
  size: number
  /** the bytes of a node without links, as a view into the block */
  data: Uint8Array
  links: CID[]
  /** the number of file bytes below each link; approximate above 2^53 */
  blockSizes: number[]
  /** the exact sizes, if `size` is above 2^53 */
  exact?: ExactSizes | undefined
}

/** The exact sizes of a file that is too large for numbers. */
export interface ExactSizes {
  /** the size of the file in bytes, as the node declares */
  size: bigint
  /** the number of file bytes below each link */
  blockSizes: Uint64[]
}

export interface DirectoryNode extends Common {
  kind: 'directory'
  /** whether the directory is a HAMT of several blocks */
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
 * Decodes a block as UnixFS. The error messages are boxo's (`unixfs/io`, `unixfs/file`).
 *
 * @throws NotUnixfsError if the block is neither dag-pb nor raw (`unknown node type`), or is not UnixFS
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
    decodeBlock(cid.code, bytes) // report an unknown codec or damaged bytes first
    throw new Error('unknown node type')
  }

  const node = decodePbNode(bytes)
  const data = decodeUnixfsData(node.data ?? NOTHING)
  const common = { cid, mode: fileMode(data), mtime: data.mtime, blockSize: bytes.length }

  switch (data.type) {
    case UNIXFS_TYPE.raw:
    case UNIXFS_TYPE.file:
      return { kind: 'file', ...common, ...fileContent(node, data) }
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

/** Returns the content of a file node. Ignores bytes in a node with links, as boxo does. */
function fileContent (
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

/** Returns the exact size of a file in bytes, as its root declares. */
export function exactSize ({ exact, size }: Pick<FileNode, 'exact' | 'size'>): bigint {
  return exact?.size ?? BigInt(size)
}

/** Returns the size of a file, as a number up to 2^53 and as a bigint above. */
export function fileSize ({ exact, size }: Pick<FileNode, 'exact' | 'size'>): Uint64 {
  return exact == null ? size : toUint64(exact.size)
}

/** Returns the size of all blocks below a directory. Links of sharded directories state the sums of their shards. */
export function dagSize ({ node, blockSize }: DirectoryNode): Uint64 {
  return addUint64(blockSize, node.links.map(({ tsize = 0 }) => tsize))
}
