import { later } from '../../async/later.ts'
import type { BlockRows, UnpackedRow } from './block-rows.ts'
import type { ObjectBucket } from './object-bucket.ts'
import { MAX_UNPACKED_BYTES, SEGMENT_BYTES } from './segment-bytes.ts'
import { segmentName } from './segment-name.ts'
import type { SegmentRow, SegmentRows } from './segment-rows.ts'
import type { Sql } from './sql.ts'

/** So long behind a session its blocks are moved: not while others bring more, or while they are read at once. */
const QUIET_MS = 2000

/**
 * Moves blocks that were put alone, or were too few for a segment (`SegmentWriter`), from their rows into segments of a bucket, and takes segments
 * apart that are mostly of deleted blocks. A block is in its row until its segment is durable, and a segment that a kill has cut has a row that says so: nothing is lost, and nothing stays over.
 */
export class SegmentPacker {
  readonly #sql: Sql
  readonly #rows: BlockRows
  readonly #segments: SegmentRows
  readonly #bucket: ObjectBucket
  #running: Promise<void> | undefined
  #isAsked = false
  #cancelSoon: (() => void) | undefined
  #stopped = false

  constructor (sql: Sql, rows: BlockRows, segments: SegmentRows, bucket: ObjectBucket) {
    this.#sql = sql
    this.#rows = rows
    this.#segments = segments
    this.#bucket = bucket
  }

  /** What is moved now; what was to be soon begins. Never rejects. */
  rest (): Promise<void> | undefined {
    if (this.#cancelSoon != null) {
      void this.run()
    }

    return this.#running
  }

  /** Packs what there is enough of. @returns when there is room for more, if there is none now; what fails is tried again by the next write */
  async written (): Promise<void> {
    if (this.#rows.unpackedBytes >= SEGMENT_BYTES) {
      void this.run()
    }

    if (this.#rows.unpackedBytes >= MAX_UNPACKED_BYTES) {
      await this.#running
    }
  }

  /** As `run`, a while after the last who asks for it. */
  soon (): void {
    this.#cancelSoon?.()
    this.#cancelSoon = this.#stopped ? undefined : later(() => { void this.run() }, QUIET_MS)
  }

  /** Packs, takes sparse segments apart and deletes dropped ones, until none is left. Never rejects. */
  async run (): Promise<void> {
    this.#cancelSoon?.()
    this.#cancelSoon = undefined

    if (!this.#stopped) {
      // what is running may have looked already
      this.#isAsked = true
      this.#running ??= this.#runAsked()
    }

    await this.#running
  }

  async stop (): Promise<void> {
    this.#stopped = true
    this.#cancelSoon?.()
    this.#cancelSoon = undefined
    await this.#running
  }

  /** To be called once, before anything is packed: what a kill has cut. */
  recover (): void {
    this.#segments.dropCut()
  }

  async #runAsked (): Promise<void> {
    while (this.#isAsked && !this.#stopped) {
      this.#isAsked = false
      await this.#run().catch(() => {})
    }

    this.#running = undefined
  }

  async #run (): Promise<void> {
    while (!this.#stopped && this.#rows.unpackedBytes >= SEGMENT_BYTES) {
      await this.#pack(this.#rows.unpacked(SEGMENT_BYTES))
    }

    for (let sparse = this.#segments.sparse(); !this.#stopped && sparse != null; sparse = this.#segments.sparse()) {
      await this.#takeApart(sparse)
    }

    for (const { id } of this.#segments.dropped()) {
      await this.#bucket.delete(segmentName(id))
      this.#segments.forget(id)
    }
  }

  async #pack (rows: UnpackedRow[]): Promise<void> {
    const segment = new Uint8Array(rows.reduce((sum, { size }) => sum + size, 0))
    const id = this.#segments.begin()
    let at = 0

    const places = rows.flatMap((row) => {
      const bytes = this.#rows.bytes(row)
      const start = at
      if (bytes == null) return []
      segment.set(bytes, start)
      at += bytes.byteLength
      return [{ row, start }]
    })

    try {
      // the row that says that there may be such an object comes first
      await this.#sql.synced()
      await this.#bucket.put(segmentName(id), segment.subarray(0, at))
    } catch (err) {
      this.#segments.drop(id)
      throw err
    }

    this.#sql.transaction(() => {
      places.forEach(({ row, start }) => { this.#rows.toSegment(row, id, start) })
      this.#segments.end(id, at)
    })
  }

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
