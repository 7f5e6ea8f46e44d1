import type { BlockRow, BlockRows, Place } from './block-rows.ts'
import type { ObjectBucket } from './object-bucket.ts'
import { MIN_SEGMENT_BYTES, SEGMENT_BYTES } from './segment-bytes.ts'
import { segmentName } from './segment-name.ts'
import type { SegmentRows } from './segment-rows.ts'
import type { Sql } from './sql.ts'

/** Whoever writes waits while more segments than that are on their way: so many and one more are in memory at most. */
const MAX_SENDING = 1

/** What a segment begins with; it doubles. */
const FIRST_BYTES = 256 * 1024

export interface SegmentWriterInit {
  sql: Sql
  rows: BlockRows
  segments: SegmentRows
  bucket: ObjectBucket
  /** a segment was written most of whose blocks have been deleted */
  sparse: () => void
}

/** A segment whose bytes are here: being filled, on its way, or for which there was no room anywhere. */
interface HeldSegment {
  id: number
  bytes: Uint8Array
  size: number
  /** there may be an object of it */
  isSent: boolean
}

/**
 * Brings blocks of write sessions into segments of the bucket at once, without a way through rows: their rows say where they are going to
 * lie, and until the segment is durable they are read from memory. A kill loses what is in memory, and that is of sessions alone that are not
 * committed: each of them has to wait for `flush` first. What the bucket does not take goes into rows (`SegmentPacker` tries again).
 */
export class SegmentWriter {
  readonly #sql: Sql
  readonly #rows: BlockRows
  readonly #segments: SegmentRows
  readonly #bucket: ObjectBucket
  readonly #sparse: () => void
  readonly #held = new Map<number, HeldSegment>()
  readonly #sending = new Map<number, Promise<void>>()
  /** neither bucket nor database had room for them */
  readonly #failed = new Set<HeldSegment>()
  #filling: HeldSegment | undefined

  constructor ({ sql, rows, segments, bucket, sparse }: SegmentWriterInit) {
    this.#sql = sql
    this.#rows = rows
    this.#segments = segments
    this.#bucket = bucket
    this.#sparse = sparse
  }

  /** What is on its way; never rejects. */
  get running (): Promise<unknown> | undefined {
    return this.#sending.size === 0 ? undefined : Promise.all(this.#sending.values())
  }

  /** Makes room for a block of so many bytes, which `place` takes. To be called outside of a transaction: what is undone with one would be known here. */
  open (size: number): void {
    if (this.#filling != null && this.#filling.size + size > SEGMENT_BYTES) {
      this.#seal(this.#filling)
    }

    if (this.#filling == null) {
      this.#filling = { id: this.#segments.begin(), bytes: new Uint8Array(Math.max(FIRST_BYTES, size)), size: 0, isSent: false }
      this.#held.set(this.#filling.id, this.#filling)
    }
  }

  /** Takes the bytes of a block, behind `open`. */
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

  /** Bytes of a segment that is not in the bucket yet; undefined for any other. */
  read (segment: number, start: number, length: number): Uint8Array | undefined {
    // a copy: the reader of a part does not keep all of it
    return this.#held.get(segment)?.bytes.slice(start, start + length)
  }

  /** Resolves when there is room for more. @throws QuotaExceededError when there is none for what was written before */
  async room (): Promise<void> {
    this.#keepFailed()

    while (this.#sending.size > MAX_SENDING) {
      await Promise.race(this.#sending.values())
    }
  }

  /** Resolves when all blocks that were placed before are in the bucket or in rows. @throws QuotaExceededError when there is no room for them */
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

  /** A block that was placed is kept whatever becomes of the session that brought it: it goes into its row. */
  keep (row: BlockRow): void {
    const bytes = row.segment == null ? undefined : this.read(row.segment, row.start!, row.size)

    if (bytes != null) {
      this.#rows.toRow(row, bytes)
    }
  }

  /** Blocks were deleted: what is filled with nothing else is let go. */
  deleted (): void {
    const filling = this.#filling

    if (filling != null && !this.#rows.hasBlocks(filling.id)) {
      this.#filling = undefined
      this.#toRows(filling)
    }
  }

  #seal (segment: HeldSegment): void {
    this.#filling = undefined
    this.#sending.set(segment.id, this.#send(segment).catch(() => {}).finally(() => { this.#sending.delete(segment.id) }))
  }

  /** @throws what the database throws that has no room for what the bucket did not take; the segment is kept then */
  async #send (segment: HeldSegment): Promise<void> {
    const { id, bytes, size } = segment

    try {
      if (this.#rows.hasBlocks(id)) {
        // the row that says that there may be such an object comes first
        await this.#sql.synced()
        segment.isSent = true
        await this.#bucket.put(segmentName(id), bytes.subarray(0, size))
        const isWorthIt = this.#segments.end(id, size)
        this.#held.delete(id)
        if (!isWorthIt) this.#sparse()
        return
      }
    } catch {
      // the bucket may be better another time
    }

    this.#toRows(segment)
  }

  /** @throws when the database takes no more; the segment is kept then */
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
    this.#failed.forEach((segment) => { this.#toRows(segment) })
  }
}
