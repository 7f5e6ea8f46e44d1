import type { CID } from 'multiformats/cid'
import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import { leafLength } from '../../../ipld/dag-pb/leaf-frame.ts'
import { encodeUnixfsNode } from '../../format/encode-unixfs-node.ts'
import { hasStat, unixMode } from '../../format/stat.ts'
import type { Stat } from '../../format/stat.ts'
import { UNIXFS_TYPE } from '../../format/unixfs-data.ts'
import type { NewUnixfsData } from '../../format/unixfs-data.ts'
import { chunkBytes } from '../chunker/chunk.ts'
import type { Chunk } from '../chunker/chunk.ts'
import type { BlockPipeline, LeafSource } from '../pipeline/block-pipeline.ts'
import type { FilePlace } from '../pipeline/block-pipeline.ts'

/** A finished node of a file. */
export interface FileLink {
  cid: CID
  /** the cumulative size in bytes of this block and all below, each link counted */
  tsize: number
  /** the number of file bytes below */
  fileSize: number
  /** whether there are blocks below it; undefined if unknown */
  hasLinks?: boolean
}

export type LeafType = typeof UNIXFS_TYPE.raw | typeof UNIXFS_TYPE.file

/** Creates the nodes of a file for its layout. */
export type NodeMaker = Pick<FileNodes, 'leaf' | 'node'>

const NO_NAME = new Uint8Array(0)

/**
 * Creates the nodes of files (boxo `importer/helpers/dagbuilder.go`). All results are promises, so that hashing
 * overlaps with reading.
 */
export class FileNodes {
  readonly #pipeline: BlockPipeline
  readonly #rawLeaves: boolean
  readonly #leavesByContent: boolean
  readonly #abspath: string | undefined
  /** the offset of the next leaf; leaves are added in file order */
  #offset = 0

  /**
   * @param options.abspath - the path of the file for references from raw leaves
   * @param options.leavesByContent - see `FileOptions`
   */
  constructor (pipeline: BlockPipeline, options: { rawLeaves: boolean; leavesByContent?: boolean; abspath?: string }) {
    this.#pipeline = pipeline
    this.#rawLeaves = options.rawLeaves
    this.#leavesByContent = options.leavesByContent === true
    this.#abspath = options.abspath
  }

  /** @param stat - the metadata of a leaf that is the whole file; ignored for raw leaves */
  leaf (chunk: Chunk, type: LeafType, stat?: Stat): Promise<FileLink> {
    const fileSize = chunk.length

    if (this.#rawLeaves) {
      return this.#add(CODEC.raw, chunkBytes(chunk), { fileSize, source: { place: this.#place(fileSize) } })
    }

    // do this for chunks of one part only: for others the block is the only contiguous copy
    if (
      this.#leavesByContent && type === UNIXFS_TYPE.file && !hasStat(stat) && chunk.parts.length === 1 && fileSize > 0
    ) {
      return this.#add(CODEC.dagPb, chunk.parts[0], {
        fileSize,
        length: leafLength(fileSize),
        source: { isContent: true }
      })
    }

    // an empty file has no data field
    const data = { type, data: fileSize === 0 ? undefined : chunk, fileSize, ...fileStat(stat) }
    return this.#add(CODEC.dagPb, encodeUnixfsNode([], data), { fileSize })
  }

  /** Creates a node above others. Rejects if one of them does. */
  node (children: readonly Promise<FileLink>[], stat?: Stat): Promise<FileLink> {
    const node = Promise.all(children).then((links) => {
      const blockSizes = links.map((link) => link.fileSize)
      const fileSize = sumOf(blockSizes)
      const data = { type: UNIXFS_TYPE.file, fileSize, blockSizes, ...fileStat(stat) }
      const block = encodeUnixfsNode(links.map(({ cid, tsize }) => ({ nameBytes: NO_NAME, cid, tsize })), data)

      return this.#add(CODEC.dagPb, block, { fileSize, below: sumOf(links.map((link) => link.tsize)) })
    })

    this.#pipeline.expect(node)
    return withHandledRejection(node)
  }

  /** Returns the file range of the next leaf; undefined if it is empty or there is no path. */
  #place (size: number): FilePlace | undefined {
    const offset = this.#offset
    this.#offset += size
    return this.#abspath == null || size === 0 ? undefined : { abspath: this.#abspath, offset }
  }

  /**
   * @param below - the total size of the blocks below; undefined for a leaf
   * @param length - the length of the block, if `bytes` are only its payload
   */
  #add (
    codec: typeof CODEC.raw | typeof CODEC.dagPb,
    bytes: Uint8Array,
    { fileSize, below, length = bytes.length, source }: {
      fileSize: number
      below?: number
      length?: number
      source?: LeafSource
    }
  ): Promise<FileLink> {
    const tsize = length + (below ?? 0)
    return withHandledRejection(
      this.#pipeline.add(codec, bytes, source).then((cid) => ({ cid, tsize, fileSize, hasLinks: below != null }))
    )
  }
}

/**
 * Returns the metadata to encode. A file omits a mode without permission bits, unlike a directory (boxo `unixfs.go`,
 * `SetMode`).
 */
function fileStat (stat: Stat | undefined): Pick<NewUnixfsData, 'mode' | 'mtime'> | undefined {
  if (!hasStat(stat)) {
    return undefined
  }

  const mode = unixMode(stat.mode)
  return { mode: mode === 0 ? undefined : mode, mtime: stat.mtime }
}

function sumOf (numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0)
}

/** Marks a rejection as handled and returns the promise: the pipeline records the failure. */
function withHandledRejection<T> (promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
