import { later } from '../../async/timers/later.ts'
import type { BlockRows, UnpackedRow } from './block-rows.ts'
import type { ObjectBucket } from './object-bucket.ts'
import { MAX_UNPACKED_BYTES, SEGMENT_BYTES } from './segment-bytes.ts'
import { segmentName } from './segment-rows.ts'
import type { SegmentRow, SegmentRows } from './segment-rows.ts'
import type { Sql } from './sql.ts'

/** The delay after a session before its blocks are moved: they may be read at once, or followed by more. */
const QUIET_MS = 2000

/**
 * Default time after which another process has certainly ended the write that it had begun when its segment was taken
 * back: the engine ends a request to the bucket much earlier.
 */
const WRITER_MS = 600_000

/** Lease of segments that outlive a write session. Its owner renews it with each request. */
const LEASE_MS = 86_400_000

export interface SegmentPackerOptions {
  /** called after each pass */
  packed?: () => void
  /** returns the current time in milliseconds since 1970 */
  now?: () => number
  /** time after which another process has certainly ended a write that it had begun; default: 10 minutes */
  writerMs?: number
}

/**
 * Moves blocks from their rows into segments of a bucket, in the background, if they were put alone or were too few for
 * a segment (`SegmentWriter`). Compacts segments that mostly contain deleted blocks.
 *
 * A block stays in its row until its segment is durable. A row is written before each object, so a crash loses no block
 * and leaks no object.
 */
export class SegmentPacker {
  readonly #sql: Sql
  readonly #rows: BlockRows
  readonly #segments: SegmentRows
  readonly #bucket: ObjectBucket
  readonly #packed: () => void
  readonly #now: () => number
  readonly #writerMs: number
  #running: Promise<void> | undefined
  #isAsked = false
  #cancelSoon: (() => void) | undefined
  #cancelFree: (() => void) | undefined
  #stopped = false

  /**
   * Creates the packer.
   *
   * @param bucket - place of the segments
   */
  constructor (
    sql: Sql,
    rows: BlockRows,
    segments: SegmentRows,
    bucket: ObjectBucket,
    { packed = () => {}, now = Date.now, writerMs = WRITER_MS }: SegmentPackerOptions = {}
  ) {
    this.#sql = sql
    this.#rows = rows
    this.#segments = segments
    this.#bucket = bucket
    this.#packed = packed
    this.#now = now
    this.#writerMs = writerMs
  }

  /**
   * Starts scheduled work at once. Resolves when the running work is done, undefined if there is none. Never rejects.
   */
  rest (): Promise<void> | undefined {
    if (this.#cancelSoon != null) {
      void this.run()
    }

    return this.#running
  }

  /**
   * Starts packing if the unpacked blocks fill a segment. Resolves at once below `MAX_UNPACKED_BYTES`, and above when
   * the running work is done (backpressure). If packing fails, the next write tries again.
   */
  async written (): Promise<void> {
    if (this.#rows.unpackedBytes >= SEGMENT_BYTES) {
      void this.run()
    }

    if (this.#rows.unpackedBytes >= MAX_UNPACKED_BYTES) {
      await this.#running
    }
  }

  /** Schedules `run` after a delay. A later call restarts the delay. */
  soon (): void {
    this.#cancelSoon?.()
    this.#cancelSoon = this.#stopped ? undefined : later(() => {
      void this.run()
    }, QUIET_MS)
  }

  /** Packs, compacts sparse segments and deletes dropped ones, until none is left. Never rejects. */
  async run (): Promise<void> {
    this.#cancelSoon?.()
    this.#cancelSoon = undefined

    if (!this.#stopped) {
      // The running pass may have checked already.
      this.#isAsked = true
      this.#running ??= this.#runAsked()
    }

    await this.#running
  }

  async stop (): Promise<void> {
    this.#stopped = true
    this.#cancelSoon?.()
    this.#cancelSoon = undefined
    this.#cancelFree?.()
    await this.#running
  }

  /**
   * Takes back the segments of a writer in another process that has left some unwritten. They are deleted when it has
   * certainly ended.
   */
  takeBack (ids: Iterable<number>): void {
    const until = this.#now() + this.#writerMs
    this.#sql.transaction(() => {
      for (const id of ids) {
        this.#segments.takeBack(id, until)
      }
    })
    this.#scheduleFree()
  }

  /** Renews the lease of an owner. */
  lease (owner: string): void {
    this.#segments.lease(owner, this.#now() + LEASE_MS)
    this.#scheduleFree()
  }

  /** Ends the lease of an owner. */
  release (owner: string): void {
    this.#sql.transaction(() => {
      this.#segments.release(owner, this.#now() + this.#writerMs)
    })
    this.#scheduleFree()
  }

  /** Drops segments that a crash interrupted. To be called once, before anything is packed. */
  recover (): void {
    this.#segments.dropCut(this.#now() + this.#writerMs)
  }

  /** Runs passes until no further one was requested. Ignores errors: the next write tries again. */
  async #runAsked (): Promise<void> {
    while (this.#isAsked && !this.#stopped) {
      this.#isAsked = false
      await this.#run().catch(() => {})
    }

    this.#running = undefined
    this.#packed()
  }

  async #run (): Promise<void> {
    while (!this.#stopped && this.#rows.unpackedBytes >= SEGMENT_BYTES) {
      await this.#pack(this.#rows.unpacked(SEGMENT_BYTES))
    }

    for (let sparse = this.#segments.sparse(); !this.#stopped && sparse != null; sparse = this.#segments.sparse()) {
      await this.#takeApart(sparse)
    }

    this.#segments.expired(this.#now()).forEach((owner) => {
      this.release(owner)
    })

    for (const { id } of this.#segments.dropped(this.#now())) {
      await this.#bucket.delete(segmentName(id))
      this.#segments.forget(id)
    }

    this.#scheduleFree()
  }

  /** Schedules a pass for segments that may be deleted later. An object that is evicted does it at its next start. */
  #scheduleFree (): void {
    const free = this.#segments.nextFree()
    this.#cancelFree?.()
    this.#cancelFree = free == null || this.#stopped
      ? undefined
      : later(() => {
        void this.run()
      }, Math.max(0, free - this.#now()) + 1)
  }

  /** Writes the blocks of rows into a new segment, and then frees the bytes in their rows. */
  async #pack (rows: UnpackedRow[]): Promise<void> {
    const segment = new Uint8Array(rows.reduce((sum, { size }) => sum + size, 0))
    const id = this.#segments.begin()
    let at = 0

    const places = rows.flatMap((row) => {
      const bytes = this.#rows.bytes(row)
      const start = at
      if (bytes == null) {
        return []
      }
      segment.set(bytes, start)
      at += bytes.byteLength
      return [{ row, start }]
    })

    try {
      // The row that says that there may be such an object must be durable first.
      await this.#sql.synced()
      await this.#bucket.put(segmentName(id), segment.subarray(0, at))
    } catch (err) {
      this.#segments.drop(id)
      throw err
    }

    this.#sql.transaction(() => {
      places.forEach(({ row, start }) => {
        this.#rows.toSegment(row, id, start)
      })
      this.#segments.end(id, at)
    })
  }

  /** Moves the remaining blocks of a sparse segment back into rows, from which they are packed again. */
  async #takeApart ({ id, size }: SegmentRow): Promise<void> {
    const object = await this.#bucket.get(segmentName(id), { range: { offset: 0, length: size } })

    if (object == null) {
      throw new Error(`the segment ${id} is not in the bucket`)
    }

    const bytes = new Uint8Array(await object.arrayBuffer())

    this.#sql.transaction(() => {
      this.#rows.toRows(id, bytes)
      this.#segments.drop(id)
    })
  }
}
