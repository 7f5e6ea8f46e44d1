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

/** A part of a file, as the node above it tells. */
export interface PartLink {
  cid: CID
  /** bytes of all blocks from it on, each link counted */
  tsize: Uint64
  /** bytes of the file below it */
  fileSize: Uint64
}

/** A block of bytes alone. */
export interface RawBlock {
  kind: 'raw'
  hashing: Hashing
  data: Uint8Array
}

/** A node of a file with all that its message says. It is written again as it was read, but for what is changed. */
export interface FramedBlock {
  kind: 'framed'
  hashing: Hashing
  /** those of a leaf are none */
  links: PartLink[]
  /** its `blockSizes` are those of `links` */
  data: UnixfsData
}

export type FileBlock = RawBlock | FramedBlock

const NO_NAME = new Uint8Array(0)

/**
 * Decodes a block of a file.
 *
 * @param needsSizes - the file is going to be changed, for which each link must tell how many bytes are below it
 * @throws an Error if it is no part of a file (the words are boxo's, `mfs/file.go`), or has not the sizes that are
 *   needed
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

/** Reads a block of a file, to be changed. */
export async function loadFileBlock (cid: CID, { blocks, signal }: NodeStore): Promise<FileBlock> {
  return decodeFileBlock(cid, await blocks.get(cid, { signal }), true)
}

/** Reads the root of a file that stays as it is: it may tell wrong sizes. */
export async function loadFileRoot (cid: CID, { blocks, signal }: NodeStore): Promise<FileBlock> {
  return decodeFileBlock(cid, await blocks.get(cid, { signal }), false)
}

/** Bytes of the file that the block stands for. */
export function fileSize (block: FileBlock): Uint64 {
  return block.kind === 'raw' ? block.data.length : block.data.fileSize ?? 0
}

/** Stores a node of a file, with the sizes of its links. */
export async function storeFramed ({ hashing, links, data }: FramedBlock, store: NodeStore): Promise<PartLink> {
  const block = encodeUnixfsNode(links.map(({ cid, tsize }) => ({ nameBytes: NO_NAME, cid, tsize })), {
    ...data,
    blockSizes: links.map(({ fileSize }) => fileSize)
  })
  const cid = await storeNode(store, CODEC.dagPb, block, hashing)
  return { cid, tsize: addUint64(block.length, links.map(({ tsize }) => tsize)), fileSize: data.fileSize ?? 0 }
}
