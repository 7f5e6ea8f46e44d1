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
  /** bytes of all blocks from it on, each link counted */
  tsize: number
  /** bytes of the file below it */
  fileSize: number
  /** whether there are other blocks below it; undefined where nobody has looked */
  hasLinks?: boolean
}

export type LeafType = typeof UNIXFS_TYPE.raw | typeof UNIXFS_TYPE.file

const NO_NAME = new Uint8Array(0)

/**
 * Makes the nodes of files (boxo `importer/helpers/dagbuilder.go`). All come as promises: hashing goes on while the
 * next one is read.
 */
export class FileNodes {
  readonly #pipeline: BlockPipeline
  readonly #rawLeaves: boolean
  readonly #leavesByContent: boolean
  readonly #abspath: string | undefined
  /** of the next leaf: they come in the order of the file */
  #offset = 0

  /**
   * @param options.abspath - the file that raw leaves may be referred to in
   * @param options.leavesByContent - see `FileOptions`
   */
  constructor (pipeline: BlockPipeline, options: { rawLeaves: boolean; leavesByContent?: boolean; abspath?: string }) {
    this.#pipeline = pipeline
    this.#rawLeaves = options.rawLeaves
    this.#leavesByContent = options.leavesByContent === true
    this.#abspath = options.abspath
  }

  /** @param stat - for a leaf that is the whole file; a raw leaf has no place for it */
  leaf (chunk: Chunk, type: LeafType, stat?: Stat): Promise<FileLink> {
    const fileSize = chunk.length

    if (this.#rawLeaves) {
      return this.#add(CODEC.raw, chunkBytes(chunk), { fileSize, source: { place: this.#place(fileSize) } })
    }

    // of one in pieces the block is its only copy
    if (
      this.#leavesByContent && type === UNIXFS_TYPE.file && !hasStat(stat) && chunk.parts.length === 1 && fileSize > 0
    ) {
      return this.#add(CODEC.dagPb, chunk.parts[0], {
        fileSize,
        length: leafLength(fileSize),
        source: { isContent: true }
      })
    }

    // an empty file has no data field at all
    const data = { type, data: fileSize === 0 ? undefined : chunk, fileSize, ...fileStat(stat) }
    return this.#add(CODEC.dagPb, encodeUnixfsNode([], data), { fileSize })
  }

  /** A node above others. Rejects when one of them does. */
  node (children: readonly Promise<FileLink>[], stat?: Stat): Promise<FileLink> {
    const node = Promise.all(children).then((links) => {
      const blockSizes = links.map((link) => link.fileSize)
      const fileSize = sum(blockSizes)
      const data = { type: UNIXFS_TYPE.file, fileSize, blockSizes, ...fileStat(stat) }
      const block = encodeUnixfsNode(links.map(({ cid, tsize }) => ({ nameBytes: NO_NAME, cid, tsize })), data)

      return this.#add(CODEC.dagPb, block, { fileSize, below: sum(links.map((link) => link.tsize)) })
    })

    this.#pipeline.expect(node)
    return handled(node)
  }

  /** Nothing cannot be referred to. */
  #place (size: number): FilePlace | undefined {
    const offset = this.#offset
    this.#offset += size
    return this.#abspath == null || size === 0 ? undefined : { abspath: this.#abspath, offset }
  }

  /**
   * @param below - bytes of the blocks below it; undefined for a leaf @param length - of the block, where that is not
   *   the one of its bytes
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
    return handled(
      this.#pipeline.add(codec, bytes, source).then((cid) => ({ cid, tsize, fileSize, hasLinks: below != null }))
    )
  }
}

/** A file keeps no mode that has no permission bits, unlike a directory (boxo `unixfs.go`, `SetMode`). */
function fileStat (stat: Stat | undefined): Pick<NewUnixfsData, 'mode' | 'mtime'> | undefined {
  if (!hasStat(stat)) {
    return undefined
  }

  const mode = unixMode(stat.mode)
  return { mode: mode === 0 ? undefined : mode, mtime: stat.mtime }
}

function sum (numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0)
}

/** The promise itself; that nobody may wait for it is no unhandled rejection: the pipeline keeps the failure. */
function handled<T> (promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
