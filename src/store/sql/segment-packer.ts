import type { BlockRows, UnpackedRow } from './block-rows.ts'
import type { ObjectBucket } from './object-bucket.ts'
import { segmentName } from './segment-name.ts'
import type { Sql, SqlValue } from './sql.ts'

/** Two of them are in memory at most. */
const SEGMENT_BYTES = 8 * 1024 * 1024

/** Whoever writes waits while more than this has no segment yet. */
const MAX_UNPACKED_BYTES = 4 * SEGMENT_BYTES

interface SegmentRow extends Record<string, SqlValue> {
  id: number
  size: number
}

/**
 * Moves blocks from their rows into segments of a bucket, and takes segments apart that are mostly of deleted blocks. A block is in its row
 * until its segment is durable, and a segment that a kill has cut has a row that says so: nothing is lost, and nothing stays over.
 */
export class SegmentPacker {
  readonly #sql: Sql
  readonly #rows: BlockRows
  readonly #bucket: ObjectBucket
  #running: Promise<void> | undefined
  #stopped = false

  constructor (sql: Sql, rows: BlockRows, bucket: ObjectBucket) {
    this.#sql = sql
    this.#rows = rows
    this.#bucket = bucket
  }

  get running (): Promise<void> | undefined {
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

  /** Packs, takes sparse segments apart and deletes dropped ones, until none is left. Never rejects. */
  async run (): Promise<void> {
    this.#running ??= this.#run().catch(() => {}).finally(() => { this.#running = undefined })
    await this.#running
  }

  async stop (): Promise<void> {
    this.#stopped = true
    await this.#running
  }

  /** To be called once, before anything is packed: what a kill has cut. */
  recover (): void {
    this.#sql.all('UPDATE segments SET live = 0 WHERE live IS NULL')
  }

  async #run (): Promise<void> {
    while (!this.#stopped && this.#rows.unpackedBytes >= SEGMENT_BYTES) {
      await this.#pack(this.#rows.unpacked(SEGMENT_BYTES))
    }

    for (let sparse = this.#sparse(); !this.#stopped && sparse != null; sparse = this.#sparse()) {
      await this.#takeApart(sparse)
    }

    for (const { id } of this.#sql.all<SegmentRow>('SELECT id, size FROM segments WHERE live <= 0')) {
      await this.#bucket.delete(segmentName(id))
      this.#sql.all('DELETE FROM segments WHERE id = ?', id)
    }
  }

  async #pack (rows: UnpackedRow[]): Promise<void> {
    const size = rows.reduce((sum, { size }) => sum + size, 0)
    const segment = new Uint8Array(size)
    const [{ id }] = this.#sql.all<SegmentRow>('INSERT INTO segments (size, live) VALUES (?, NULL) RETURNING id, size', size)
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
      this.#sql.all('UPDATE segments SET live = 0 WHERE id = ?', id)
      throw err
    }

    this.#sql.transaction(() => {
      const live = places.reduce((sum, { row, start }) => sum + (this.#rows.toSegment(row, id, start) ? row.size : 0), 0)
      this.#sql.all('UPDATE segments SET live = ?, size = ? WHERE id = ?', live, at, id)
    })
  }

  #sparse (): SegmentRow | undefined {
    return this.#sql.all<SegmentRow>('SELECT id, size FROM segments WHERE live > 0 AND live * 2 < size LIMIT 1')[0]
  }

  async #takeApart ({ id, size }: SegmentRow): Promise<void> {
    const object = await this.#bucket.get(segmentName(id), { range: { offset: 0, length: size } })

    if (object == null) {
      throw new Error(`the segment ${id} is not in the bucket`)
    }

    const bytes = new Uint8Array(await object.arrayBuffer())

    this.#sql.transaction(() => {
      for (const row of this.#rows.inSegment(id)) {
        this.#rows.toRow(row, bytes.subarray(row.start!, row.start! + row.size))
      }

      this.#sql.all('UPDATE segments SET live = 0 WHERE id = ?', id)
    })
  }
}
