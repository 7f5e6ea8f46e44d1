import { concatBytes } from '../../bytes/concat-bytes.ts'
import type { BlockstoreStat } from '../blockstore/blockstore.ts'
import type { Sql, SqlValue } from './sql.ts'
import { PACKED_FROM_BYTES, PIECE_BYTES } from './tables.ts'

/** The place of a block. Without a segment, its bytes are in its row. */
export interface BlockRow extends Record<string, SqlValue> {
  id: number
  size: number
  segment: number | null
  start: number | null
}

/** The place of a block in a segment of the bucket. */
export interface Place {
  segment: number
  start: number
}

/** A block that has its bytes in its row, and is large enough for a segment. */
export interface UnpackedRow extends Record<string, SqlValue> {
  id: number
  size: number
}

/** The rows of the blocks. Each call is synchronous. The caller wraps calls that belong together in a transaction. */
export class BlockRows {
  readonly #sql: Sql
  /** The bytes of the blocks that wait for a segment. */
  #unpackedBytes: number

  constructor (sql: Sql) {
    this.#sql = sql
    this.#unpackedBytes = sql.all<{ bytes: number }>(
      `SELECT coalesce(sum(size), 0) AS bytes FROM blocks WHERE segment IS NULL AND size >= ${PACKED_FROM_BYTES}`
    )[0].bytes
  }

  get unpackedBytes (): number {
    return this.#unpackedBytes
  }

  find (hash: Uint8Array): BlockRow | undefined {
    return this.#sql.all<BlockRow>('SELECT id, size, segment, start FROM blocks WHERE hash = ?', hash)[0]
  }

  /** Returns the bytes of a block in its row; undefined if it was moved or deleted. */
  bytes ({ id, size }: Pick<BlockRow, 'id' | 'size'>): Uint8Array | undefined {
    const [row] = this.#sql.all<{ bytes: ArrayBuffer | null }>('SELECT bytes FROM blocks WHERE id = ?', id)

    if (row?.bytes == null) {
      return undefined
    }

    const first = new Uint8Array(row.bytes)
    return size <= PIECE_BYTES
      ? first
      : concatBytes([
        first,
        ...this.#sql.all<{ bytes: ArrayBuffer }>('SELECT bytes FROM pieces WHERE block = ? ORDER BY n', id).map((
          { bytes }
        ) => new Uint8Array(bytes))
      ])
  }

  /**
   * Inserts a block into a row.
   *
   * @returns its id
   */
  insert (hash: Uint8Array, bytes: Uint8Array): number {
    const [{ id }] = this.#sql.all<{ id: number }>(
      'INSERT INTO blocks (hash, size, bytes) VALUES (?, ?, ?) RETURNING id',
      hash,
      bytes.byteLength,
      bytes.subarray(0, PIECE_BYTES)
    )
    this.#insertPieces(id, bytes)
    this.#added(bytes.byteLength)
    this.#count(bytes.byteLength)
    return id
  }

  /**
   * Inserts the row of a block that is in a segment.
   *
   * @returns its id
   */
  insertPlaced (hash: Uint8Array, size: number, { segment, start }: Place): number {
    const [{ id }] = this.#sql.all<{ id: number }>(
      'INSERT INTO blocks (hash, size, segment, start) VALUES (?, ?, ?, ?) RETURNING id',
      hash,
      size,
      segment,
      start
    )
    this.#added(size)
    return id
  }

  delete ({ id, size, segment }: BlockRow): void {
    this.#sql.all('DELETE FROM blocks WHERE id = ?', id)
    this.#sql.all('UPDATE counts SET blocks = blocks - 1, bytes = bytes - ?', size)

    if (segment == null) {
      this.#deletePieces(id, size)
      this.#count(-size)
    } else {
      this.#sql.all('UPDATE segments SET live = live - ? WHERE id = ?', size, segment)
    }
  }

  /** Returns the oldest blocks that wait for a segment, at least one, and at most this many bytes. */
  unpacked (maxBytes: number): UnpackedRow[] {
    const rows = this.#sql.all<UnpackedRow>(
      `SELECT id, size FROM blocks WHERE segment IS NULL AND size >= ${PACKED_FROM_BYTES} ORDER BY id LIMIT ${
        Math.ceil(maxBytes / PACKED_FROM_BYTES)
      }`
    )
    let bytes = 0
    return rows.filter(({ size }, i) => (bytes += size) <= maxBytes || i === 0)
  }

  /** Moves a block from its row to a segment, unless it was deleted meanwhile. */
  toSegment ({ id, size }: UnpackedRow, segment: number, start: number): void {
    if (
      this.#sql.all(
        'UPDATE blocks SET segment = ?, start = ?, bytes = NULL WHERE id = ? AND segment IS NULL RETURNING id',
        segment,
        start,
        id
      ).length > 0
    ) {
      this.#deletePieces(id, size)
      this.#count(-size)
    }
  }

  /** Whether a segment has a live block. */
  hasBlocks (segment: number): boolean {
    return this.#sql.all('SELECT 1 AS one FROM blocks WHERE segment = ? LIMIT 1', segment).length > 0
  }

  /**
   * Moves the blocks of a segment back into their rows.
   *
   * @param bytes - of the segment
   */
  toRows (segment: number, bytes: Uint8Array): void {
    this.#sql.all<BlockRow>('SELECT id, size, segment, start FROM blocks WHERE segment = ? ORDER BY start', segment)
      .forEach((row) => {
        this.toRow(row, bytes.subarray(row.start!, row.start! + row.size))
      })
  }

  /** Moves a block of a segment back into its row. */
  toRow ({ id, size }: BlockRow, bytes: Uint8Array): void {
    this.#sql.all(
      'UPDATE blocks SET segment = NULL, start = NULL, bytes = ? WHERE id = ?',
      bytes.subarray(0, PIECE_BYTES),
      id
    )
    this.#insertPieces(id, bytes)
    this.#count(size)
  }

  hashes (afterId: number, limit: number): Array<{ id: number; hash: ArrayBuffer }> {
    return this.#sql.all<{ id: number; hash: ArrayBuffer }>(
      'SELECT id, hash FROM blocks WHERE id > ? ORDER BY id LIMIT ?',
      afterId,
      limit
    )
  }

  stat (): BlockstoreStat {
    const [{ blocks, bytes }] = this.#sql.all<{ blocks: number; bytes: number }>('SELECT blocks, bytes FROM counts')
    return { blocks, bytes }
  }

  #added (size: number): void {
    this.#sql.all('UPDATE counts SET blocks = blocks + 1, bytes = bytes + ?', size)
  }

  #insertPieces (id: number, bytes: Uint8Array): void {
    for (let at = PIECE_BYTES; at < bytes.byteLength; at += PIECE_BYTES) {
      this.#sql.all(
        'INSERT INTO pieces (block, n, bytes) VALUES (?, ?, ?)',
        id,
        at / PIECE_BYTES,
        bytes.subarray(at, at + PIECE_BYTES)
      )
    }
  }

  #deletePieces (id: number, size: number): void {
    if (size > PIECE_BYTES) {
      this.#sql.all('DELETE FROM pieces WHERE block = ?', id)
    }
  }

  #count (bytes: number): void {
    if (Math.abs(bytes) >= PACKED_FROM_BYTES) {
      this.#unpackedBytes += bytes
    }
  }
}
