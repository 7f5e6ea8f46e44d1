import type { CID } from 'multiformats/cid'
import { addUint64 } from '../../bytes/protobuf/uint64.ts'
import type { Uint64 } from '../../bytes/protobuf/uint64.ts'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { decodePbNode } from '../../ipld/dag-pb/decode-pb-node.ts'
import { decodeUnixfsData } from '../format/decode-unixfs-data.ts'
import { encodeUnixfsNode } from '../format/encode-unixfs-node.ts'
import { UNIXFS_TYPE } from '../format/unixfs-data.ts'
import type { UnixfsData } from '../format/unixfs-data.ts'
import type { Hashing } from './hashing.ts'
import { hashingOf } from './hashing.ts'
import { storeNode } from './node-store.ts'
import type { NodeStore } from './node-store.ts'

/** A link to a part of a file, with the sizes that the parent node declares. */
export interface PartLink {
  cid: CID
  /** the cumulative size in bytes of this block and all below, each link counted */
  tsize: Uint64
  /** the number of file bytes below */
  fileSize: Uint64
}

/** A block that consists of file bytes only. */
export interface RawBlock {
  kind: 'raw'
  hashing: Hashing
  data: Uint8Array
}

/**
 * A dag-pb node of a file with all fields of its UnixFS message. It is rewritten unchanged except for the modified
 * fields.
 */
export interface FramedBlock {
  kind: 'framed'
  hashing: Hashing
  /** empty for a leaf */
  links: PartLink[]
  /** the UnixFS message; its `blockSizes` match `links` */
  data: UnixfsData
}

export type FileBlock = RawBlock | FramedBlock

const NO_NAME = new Uint8Array(0)

/**
 * Decodes a block of a file.
 *
 * @param needsSizes - whether the file will be changed, which requires a size for each link
 * @throws an Error if it is not part of a file (with boxo's messages, `mfs/file.go`), or lacks the required sizes
 */
function decodeFileBlock (cid: CID, bytes: Uint8Array, needsSizes: boolean): FileBlock {
  const hashing = hashingOf(cid)

  if (cid.code === CODEC.raw) {
    return { kind: 'raw', hashing, data: bytes }
  }

  if (cid.code !== CODEC.dagPb) {
    throw new Error('dagmodifier only supports unixfs nodes (proto or raw)')
  }

  const { links, data: message } = decodePbNode(bytes)
  const data = decodeUnixfsData(message ?? NO_NAME)
  const { type, blockSizes } = data

  if (type === UNIXFS_TYPE.symlink) {
    throw new Error('symlinks not yet supported')
  }

  if (type !== UNIXFS_TYPE.file && type !== UNIXFS_TYPE.raw) {
    throw new Error("unsupported fsnode type for 'file'")
  }

  if (needsSizes && links.length !== blockSizes.length) {
    throw new Error(`file node ${cid} has ${links.length} links and the sizes of ${blockSizes.length}`)
  }

  return {
    kind: 'framed',
    hashing,
    links: links.map(({ cid, tsize = 0 }, i) => ({ cid, tsize, fileSize: blockSizes[i] ?? 0 })),
    data
  }
}

/** Loads a block of a file for a change. */
export async function loadFileBlock (cid: CID, { blocks, signal }: NodeStore): Promise<FileBlock> {
  return decodeFileBlock(cid, await blocks.get(cid, { signal }), true)
}

/** Loads the root of a file that will not be changed. Its declared sizes may be wrong. */
export async function loadFileRoot (cid: CID, { blocks, signal }: NodeStore): Promise<FileBlock> {
  return decodeFileBlock(cid, await blocks.get(cid, { signal }), false)
}

/** Returns the number of file bytes that the block represents. */
export function fileSize (block: FileBlock): Uint64 {
  return block.kind === 'raw' ? block.data.length : block.data.fileSize ?? 0
}

/** Stores a node of a file with the sizes of its links. */
export async function storeFramed ({ hashing, links, data }: FramedBlock, store: NodeStore): Promise<PartLink> {
  const block = encodeUnixfsNode(links.map(({ cid, tsize }) => ({ nameBytes: NO_NAME, cid, tsize })), {
    ...data,
    blockSizes: links.map(({ fileSize }) => fileSize)
  })
  const cid = await storeNode(store, CODEC.dagPb, block, hashing)
  return { cid, tsize: addUint64(block.length, links.map(({ tsize }) => tsize)), fileSize: data.fileSize ?? 0 }
}
