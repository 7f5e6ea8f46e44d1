import type { BlockRow, BlockRows, Place } from './block-rows.ts'
import type { ObjectBucket } from './object-bucket.ts'
import { MIN_SEGMENT_BYTES, SEGMENT_BYTES } from './segment-bytes.ts'
import { segmentName } from './segment-rows.ts'
import type { SegmentRows } from './segment-rows.ts'
import type { Sql } from './sql.ts'

/**
 * The number of uploads above which writers wait (backpressure). At most this many segments and one more are in memory.
 */
const MAX_SENDING = 1

/** The initial buffer size of a segment. It doubles. */
const FIRST_BYTES = 256 * 1024

export interface SegmentWriterInit {
  sql: Sql
  rows: BlockRows
  segments: SegmentRows
  bucket: ObjectBucket
  /** Called if most blocks of a written segment have been deleted. */
  sparse: () => void
}

/** A segment with its bytes in memory: being filled, being uploaded, or without room anywhere. */
interface HeldSegment {
  id: number
  bytes: Uint8Array
  size: number
  /** Whether its object may exist. */
  isSent: boolean
}

/**
 * Writes the blocks of sessions directly into segments of the bucket. Their rows already contain their future places.
 * Until a segment is durable, its blocks are read from memory.
 *
 * A crash loses the segments in memory. Only uncommitted sessions have blocks there, because each commit waits for
 * `flush` first. If the bucket fails, the blocks are written into rows (`SegmentPacker` tries again).
 */
export class SegmentWriter {
  readonly #sql: Sql
  readonly #rows: BlockRows
  readonly #segments: SegmentRows
  readonly #bucket: ObjectBucket
  readonly #sparse: () => void
  readonly #held = new Map<number, HeldSegment>()
  readonly #sending = new Map<number, Promise<void>>()
  /** Segments for which neither bucket nor database had room. */
  readonly #failed = new Set<HeldSegment>()
  #filling: HeldSegment | undefined

  constructor ({ sql, rows, segments, bucket, sparse }: SegmentWriterInit) {
    this.#sql = sql
    this.#rows = rows
    this.#segments = segments
    this.#bucket = bucket
    this.#sparse = sparse
  }

  /** Resolves when the uploads are done, undefined if there are none. Never rejects. */
  get running (): Promise<unknown> | undefined {
    return this.#sending.size === 0 ? undefined : Promise.all(this.#sending.values())
  }

  /**
   * Makes room for a block of this size, which `place` then copies. To be called outside of a transaction, because a
   * rollback would not undo it in memory.
   */
  open (size: number): void {
    if (this.#filling != null && this.#filling.size + size > SEGMENT_BYTES) {
      this.#seal(this.#filling)
    }

    if (this.#filling == null) {
      this.#filling = {
        id: this.#segments.begin(),
        bytes: new Uint8Array(Math.max(FIRST_BYTES, size)),
        size: 0,
        isSent: false
      }
      this.#held.set(this.#filling.id, this.#filling)
    }
  }

  /** Copies the bytes of a block into the segment. To be called after `open`. */
  place (bytes: Uint8Array): Place {
    const filling = this.#filling!
    const start = filling.size
    const end = start + bytes.byteLength

    if (end > filling.bytes.byteLength) {
      const larger = new Uint8Array(Math.max(end, Math.min(SEGMENT_BYTES, filling.bytes.byteLength * 2)))
      larger.set(filling.bytes.subarray(0, start))
      filling.bytes = larger
    }

    filling.bytes.set(bytes, start)
    filling.size = end
    return { segment: filling.id, start }
  }

  /** Returns bytes of a segment that is not in the bucket yet; undefined for any other segment. */
  read (segment: number, start: number, length: number): Uint8Array | undefined {
    // A copy, so that the reader of a part does not keep the whole segment alive.
    return this.#held.get(segment)?.bytes.slice(start, start + length)
  }

  /**
   * Resolves when there is room for more.
   *
   * @throws QuotaExceededError if there is none for earlier blocks
   */
  async room (): Promise<void> {
    this.#keepFailed()

    while (this.#sending.size > MAX_SENDING) {
      await Promise.race(this.#sending.values())
    }
  }

  /**
   * Resolves when all blocks that were placed before are in the bucket or in rows.
   *
   * @throws QuotaExceededError if there is no room for them
   */
  async flush (): Promise<void> {
    const filling = this.#filling

    if (filling != null && filling.size >= MIN_SEGMENT_BYTES) {
      this.#seal(filling)
    } else if (filling != null) {
      this.#filling = undefined
      this.#toRows(filling)
    }

    await Promise.all(this.#sending.values())
    this.#keepFailed()
  }

  /** Moves a placed block into its row, so that it survives a rollback of its session. */
  keep (row: BlockRow): void {
    const bytes = row.segment == null ? undefined : this.read(row.segment, row.start!, row.size)

    if (bytes != null) {
      this.#rows.toRow(row, bytes)
    }
  }

  /** Drops the segment that is being filled if all of its blocks were deleted. */
  deleted (): void {
    const filling = this.#filling

    if (filling != null && !this.#rows.hasBlocks(filling.id)) {
      this.#filling = undefined
      this.#toRows(filling)
    }
  }

  #seal (segment: HeldSegment): void {
    this.#filling = undefined
    this.#sending.set(
      segment.id,
      this.#send(segment).catch(() => {}).finally(() => {
        this.#sending.delete(segment.id)
      })
    )
  }

  /**
   * Uploads a segment; moves its blocks into rows if that fails.
   *
   * @throws if the database has no room for them; the segment stays in memory then
   */
  async #send (segment: HeldSegment): Promise<void> {
    const { id, bytes, size } = segment

    try {
      if (this.#rows.hasBlocks(id)) {
        // First make the row durable that says that this object may exist.
        await this.#sql.synced()
        segment.isSent = true
        await this.#bucket.put(segmentName(id), bytes.subarray(0, size))
        const isWorthIt = this.#segments.end(id, size)
        this.#held.delete(id)
        if (!isWorthIt) {
          this.#sparse()
        }
        return
      }
    } catch {
      // The bucket may work another time.
    }

    this.#toRows(segment)
  }

  /**
   * Moves the blocks of a segment into rows.
   *
   * @throws if the database has no room for them; the segment stays in memory then
   */
  #toRows (segment: HeldSegment): void {
    const { id, bytes, isSent } = segment
    this.#failed.add(segment)

    this.#sql.transaction(() => {
      this.#rows.toRows(id, bytes)

      if (isSent) {
        this.#segments.drop(id)
      } else {
        this.#segments.forget(id)
      }
    })

    this.#failed.delete(segment)
    this.#held.delete(id)
  }

  #keepFailed (): void {
    this.#failed.forEach((segment) => {
      this.#toRows(segment)
    })
  }
}
