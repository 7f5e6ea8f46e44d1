import type { CID } from 'multiformats/cid'
import { concatBytes } from '../../src/bytes/concat-bytes.ts'
import type { ObjectBucket } from '../../src/store/sql/object-bucket.ts'
import { encodeContents } from '../../src/store/sql/published/contents.ts'
import { SEGMENT_BYTES } from '../../src/store/sql/segment-bytes.ts'
import { segmentName } from '../../src/store/sql/segment-rows.ts'
import { PACKED_FROM_BYTES } from '../../src/store/sql/tables.ts'
import type { FrontMessage } from './messages.ts'

const KIB = 1024

/** Initial size of the buffer of a segment. It doubles. */
const FIRST_BYTES = 256 * KIB

/** Limit of the blocks of a segment: the rows of a transaction of the node. */
const MAX_SEGMENT_BLOCKS = 2048

/**
 * A rest below this size is sent to the node, which packs it with others: a write to the bucket costs more than its
 * rows.
 */
export const MIN_DIRECT_BYTES = 1024 * KIB

/** Limits of a message with small blocks. */
const MAX_SMALL_BYTES = 256 * KIB
const MAX_SMALL_BLOCKS = 512

interface Placed {
  cid: CID
  start: number
  size: number
}

interface Filling {
  bytes: Uint8Array
  size: number
  blocks: Placed[]
}

export interface SegmentUploadsInit {
  bucket: ObjectBucket
  /** sends a message to the node */
  send: (message: FrontMessage, bytes?: Uint8Array) => Promise<void>
  /** whether blocks are sent to the node if the bucket fails; otherwise the upload fails. Default: true */
  fallsBack?: boolean
  /** returns a segment that the node has granted */
  nextSegment: () => Promise<number>
}

/**
 * Writes the blocks of an upload into segments of the bucket, and reports their places to the node. At most two
 * segments are in memory, one of which is being written. Small blocks are sent to the node.
 */
export class SegmentUploads {
  readonly #init: SegmentUploadsInit
  #filling: Filling | undefined
  #sending: Promise<void> = Promise.resolve()
  #small: Array<{ cid: CID; bytes: Uint8Array }> = []
  #smallBytes = 0

  constructor (init: SegmentUploadsInit) {
    this.#init = init
  }

  /** Adds a block. Resolves when there is room for more. */
  async put (cid: CID, bytes: Uint8Array): Promise<void> {
    const { byteLength: size } = bytes

    if (size < PACKED_FROM_BYTES) {
      await this.#putSmall(cid, bytes)
      return
    }

    if (
      this.#filling != null &&
      (this.#filling.size + size > SEGMENT_BYTES || this.#filling.blocks.length >= MAX_SEGMENT_BLOCKS)
    ) {
      await this.#seal(this.#filling)
    }

    const filling = this.#filling ??= { bytes: new Uint8Array(Math.max(FIRST_BYTES, size)), size: 0, blocks: [] }
    const end = filling.size + size

    if (end > filling.bytes.byteLength) {
      const larger = new Uint8Array(Math.max(end, Math.min(SEGMENT_BYTES, filling.bytes.byteLength * 2)))
      larger.set(filling.bytes.subarray(0, filling.size))
      filling.bytes = larger
    }

    filling.bytes.set(bytes, filling.size)
    filling.blocks.push({ cid, start: filling.size, size })
    filling.size = end
  }

  /** Resolves when all blocks so far are reported to the node. */
  async flush (): Promise<void> {
    await this.#flushSmall()
    const filling = this.#filling

    if (filling != null && filling.size >= MIN_DIRECT_BYTES) {
      await this.#seal(filling)
    } else if (filling != null) {
      this.#filling = undefined
      await this.#sendBlocks(filling)
    }

    await this.#sending
  }

  async #putSmall (cid: CID, bytes: Uint8Array): Promise<void> {
    // A copy: a small block may be a view of a large buffer.
    this.#small.push({ cid, bytes: bytes.slice() })
    this.#smallBytes += bytes.byteLength

    if (this.#smallBytes >= MAX_SMALL_BYTES || this.#small.length >= MAX_SMALL_BLOCKS) {
      await this.#flushSmall()
    }
  }

  async #flushSmall (): Promise<void> {
    const small = this.#small
    this.#small = []
    this.#smallBytes = 0

    if (small.length > 0) {
      await this.#init.send(
        { blocks: small.map(({ cid, bytes }) => [cid, bytes.byteLength]) },
        concatBytes(small.map(({ bytes }) => bytes))
      )
    }
  }

  /** Begins to write a segment. Waits for the one before. */
  async #seal (filling: Filling): Promise<void> {
    this.#filling = undefined
    await this.#sending
    this.#sending = this.#write(filling)
    // Thrown by the next call.
    this.#sending.catch(() => {})
  }

  async #write (filling: Filling): Promise<void> {
    const { bucket, nextSegment, send, fallsBack = true } = this.#init
    const { bytes, size, blocks } = filling
    const segment = await nextSegment()

    try {
      await bucket.put(segmentName(segment), bytes.subarray(0, size))
    } catch (err) {
      if (!fallsBack) {
        throw err
      }

      // The bucket may work another time. The node takes the segment back, for it may have been written.
      await this.#sendBlocks(filling)
      return
    }

    await send(
      { placed: segment, segmentBytes: size },
      encodeContents(0, blocks.map(({ cid, start, size }) => ({ hash: cid.multihash.bytes, start, size })))
    )
  }

  /** Sends blocks with their bytes. */
  async #sendBlocks ({ bytes, blocks }: Filling): Promise<void> {
    for (const { cid, start, size } of blocks) {
      await this.#init.send({ blocks: [[cid, size]] }, bytes.subarray(start, start + size))
    }
  }
}
