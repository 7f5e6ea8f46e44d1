import type { BlockRows } from '../block-rows.ts'
import type { Sql, SqlValue } from '../sql.ts'
import { containerId, isBundle } from './containers.ts'
import type { Container } from './containers.ts'
import { encodeContents } from './contents.ts'
import type { ContentsEntry } from './contents.ts'
import type { Manifest, RunInfo } from './manifest.ts'
import { SMALL_BUNDLE_BYTES } from './published-tables.ts'
import { runKey, sortRecords } from './run.ts'
import type { RunRecords } from './run.ts'

/** Bytes of a bundle: few enough that a reader may take all of them for one block. */
const BUNDLE_BYTES = 1024 * 1024

/** Bundles below `SMALL_BUNDLE_BYTES` are bundled again, this many at a time. */
const SMALL_BUNDLES = 8

/** Blocks that one query returns for a bundle. */
const BUNDLE_ROWS = 4096

/** Limit of changed containers in a manifest. Above it, readers wait until all contents are written. */
export const MAX_CHANGED = 10_000

interface PublicationRow extends Record<string, SqlValue> {
  seq: number
  listed: number
  due: number
  floor: number
  settings: string
}

interface RunRow extends Record<string, SqlValue> {
  id: number
  level: number
  records: number
  first: string
  last: string
}

/** A container whose contents must be written, and the number of the publication since which they are outdated. */
export interface UnwrittenRow extends Record<string, SqlValue> {
  container: Container
  seq: number
}

/** The rows of the publisher. Each call is synchronous. */
export class PublishedRows {
  readonly #sql: Sql
  readonly #blocks: BlockRows

  constructor (sql: Sql, blocks: BlockRows) {
    this.#sql = sql
    this.#blocks = blocks
  }

  get publication (): PublicationRow {
    return this.#sql.all<PublicationRow>('SELECT seq, listed, due, floor, settings FROM publication')[0]
  }

  /**
   * Begins a publication.
   *
   * @returns its number
   */
  nextSeq (): number {
    return this.#sql.all<{ seq: number }>('UPDATE publication SET seq = seq + 1 RETURNING seq')[0].seq
  }

  /** Whether containers changed since the last manifest. */
  get hasUnlisted (): boolean {
    return this.#sql.all('SELECT 1 AS one FROM changed WHERE listed IS NULL LIMIT 1').length > 0
  }

  /** Whether a new manifest is to be written. */
  isDue (settings: string): boolean {
    const { due, settings: written } = this.publication
    return due > 0 || settings !== written || this.hasUnlisted
  }

  get hasWork (): boolean {
    return this.#sql.all(
      'SELECT 1 AS one FROM unwritten UNION ALL SELECT 1 FROM unindexed UNION ALL SELECT 1 FROM runs WHERE level < 0 ' +
        'LIMIT 1'
    ).length > 0
  }

  /** Puts blocks that are in no container into a new bundle; false if there are none. */
  bundle (maxBlockBytes: number): boolean {
    let bytes = 0
    const rows = this.#sql.all<{ id: number; size: number }>(
      `SELECT id, size FROM blocks WHERE segment IS NULL AND bundle IS NULL AND size <= ? ORDER BY id ` +
        `LIMIT ${BUNDLE_ROWS}`,
      maxBlockBytes
    ).filter(({ size }, i) => (bytes += size) <= BUNDLE_BYTES || i === 0)

    if (rows.length === 0) {
      return false
    }

    this.#sql.transaction(() => {
      const [{ id }] = this.#sql.all<{ id: number }>(
        'INSERT INTO bundles (bytes) VALUES (?) RETURNING id',
        rows.reduce((sum, { size }) => sum + size, 0)
      )
      rows.forEach((row) => {
        this.#sql.all('UPDATE blocks SET bundle = ? WHERE id = ?', id, row.id)
      })
      this.#sql.all('INSERT OR REPLACE INTO unwritten VALUES (?, (SELECT seq FROM publication))', id * 2 + 1)
      this.#sql.all('INSERT OR IGNORE INTO unindexed VALUES (?)', id * 2 + 1)
    })
    return true
  }

  /** Takes small bundles apart if there are many, so that their blocks are bundled together. */
  takeSmallApart (): void {
    const small = this.#sql.all<{ id: number }>(
      `SELECT id FROM bundles WHERE bytes < ${SMALL_BUNDLE_BYTES} AND id * 2 + 1 NOT IN (SELECT container FROM ` +
        `unindexed) ORDER BY id LIMIT ${SMALL_BUNDLES}`
    )

    if (small.length === SMALL_BUNDLES) {
      this.#sql.transaction(() => {
        small.forEach(({ id }) => {
          this.#sql.all('UPDATE blocks SET bundle = NULL WHERE bundle = ?', id)
        })
      })
    }
  }

  unwritten (limit: number): UnwrittenRow[] {
    return this.#sql.all<UnwrittenRow>(`SELECT container, seq FROM unwritten ORDER BY container LIMIT ${limit}`)
  }

  /**
   * Encodes the contents of a container.
   *
   * @returns undefined if it has no blocks; 'later' for a segment that is not in the bucket yet
   */
  contents (container: Container): Uint8Array<ArrayBuffer> | 'later' | undefined {
    const id = containerId(container)
    const { seq } = this.publication
    return isBundle(container) ? this.#bundleContents(id, seq) : this.#segmentContents(id, seq)
  }

  /** Notes that contents were written or deleted, unless the container has changed since. */
  written ({ container, seq }: UnwrittenRow, bytes: number): void {
    this.#sql.transaction(() => {
      this.#sql.all('DELETE FROM unwritten WHERE container = ? AND seq = ?', container, seq)

      if (bytes === 0) {
        this.#sql.all('DELETE FROM unindexed WHERE container = ?', container)
      }

      if (isBundle(container)) {
        this.#sql.all(
          bytes === 0
            ? 'DELETE FROM bundles WHERE id = ?1 AND ?2 = 0'
            : 'UPDATE bundles SET bytes = ?2 WHERE id = ?1 AND bytes > ?2',
          containerId(container),
          bytes
        )
      }
    })
  }

  /** Returns the records of containers that are in no run yet. */
  unindexed (maxRecords: number): { containers: Container[]; records: RunRecords } {
    const containers: Container[] = []
    const entries: Parameters<typeof sortRecords>[0] = []
    const rows = this.#sql.all<{ container: Container }>(
      'SELECT container FROM unindexed WHERE container NOT IN (SELECT container FROM unwritten) ORDER BY container ' +
        'LIMIT 4096'
    )

    for (const { container } of rows) {
      for (const hash of this.#hashes(container)) {
        entries.push({ key: runKey(new Uint8Array(hash)), container })
      }

      containers.push(container)

      if (entries.length >= maxRecords) {
        break
      }
    }

    return { containers, records: sortRecords(entries) }
  }

  /** Whether a container may have blocks. */
  exists (container: Container): boolean {
    return this.#sql.all(
      isBundle(container) ? 'SELECT 1 AS one FROM bundles WHERE id = ?' : 'SELECT 1 AS one FROM segments WHERE id = ?',
      containerId(container)
    ).length > 0
  }

  /** Returns the multihashes of the blocks of a container. */
  hashes (container: Container): Uint8Array[] {
    return this.#hashes(container).map((hash) => new Uint8Array(hash))
  }

  /** Returns the live runs, level by level. */
  runs (): RunInfo[] {
    return this.#sql.all<RunRow>(
      'SELECT id, level, records, first, last FROM runs WHERE level >= 0 ORDER BY level, first, id'
    )
  }

  /**
   * Inserts the row of a run that is going to be written.
   *
   * @returns its id, which is never reused
   */
  beginRun ({ records, first, last }: Omit<RunInfo, 'id' | 'level'>): number {
    return this.#sql.all<{ id: number }>(
      'INSERT INTO runs (level, records, first, last) VALUES (NULL, ?, ?, ?) RETURNING id',
      records,
      first,
      last
    )[0].id
  }

  /** Makes runs live, and drops those that they replace. */
  replaceRuns (
    { ids, level, replaced, containers = [] }: {
      ids: number[]
      level: number
      replaced: number[]
      containers?: Container[]
    }
  ): void {
    this.#sql.transaction(() => {
      ids.forEach((id) => {
        this.#sql.all('UPDATE runs SET level = ? WHERE id = ?', level, id)
      })
      replaced.forEach((id) => {
        this.#sql.all('UPDATE runs SET level = -1 WHERE id = ?', id)
      })
      containers.forEach((container) => {
        this.#sql.all('DELETE FROM unindexed WHERE container = ?', container)
      })
      this.#sql.all('UPDATE publication SET due = due + 1')
    })
  }

  /** Drops runs that a crash interrupted. */
  dropCutRuns (): void {
    this.#sql.all('UPDATE runs SET level = -1 WHERE level IS NULL')
  }

  droppedRuns (): number[] {
    return this.#sql.all<{ id: number }>('SELECT id FROM runs WHERE level = -1').map(({ id }) => id)
  }

  forgetRun (id: number): void {
    this.#sql.all('DELETE FROM runs WHERE id = ?', id)
  }

  /** Returns the number of records in runs, and of blocks that they may be of. */
  counts (): { records: number; blocks: number } {
    const [{ records }] = this.#sql.all<{ records: number }>(
      'SELECT coalesce(sum(records), 0) AS records FROM runs WHERE level >= 0'
    )
    return { records, blocks: this.#blocks.stat().blocks }
  }

  /** Begins a manifest of the current state. */
  beginManifest (settings: string): { manifest: Manifest; due: number } {
    return this.#sql.transaction(() => {
      const seq = this.nextSeq()
      const { due, floor } = this.publication
      const changed = this.#sql.all<{ container: Container; seq: number }>(
        `SELECT container, seq FROM changed LIMIT ${MAX_CHANGED + 1}`
      )
      const isClosed = changed.length > MAX_CHANGED

      return {
        due,
        manifest: {
          version: 1,
          seq,
          floor,
          isClosed,
          runs: isClosed ? [] : this.runs(),
          changed: isClosed ? [] : changed.map(({ container, seq }) => [container, seq]),
          settings
        }
      }
    })
  }

  /** Notes that a manifest is in the bucket. */
  manifestWritten ({ seq, settings }: Manifest, due: number, nowMs: number): void {
    this.#sql.transaction(() => {
      this.#sql.all('UPDATE publication SET listed = ?, due = due - ?, settings = ?', seq, due, settings)
      this.#sql.all('UPDATE changed SET listed = ? WHERE listed IS NULL AND seq <= ?', nowMs, seq)
    })
  }

  /**
   * Forgets changes that were listed for long enough. If there were too many for a manifest, and all contents are
   * written, forgets all of them, and raises the floor.
   */
  forgetChanges (listedBeforeMs: number): void {
    this.#sql.transaction(() => {
      this.#sql.all('DELETE FROM changed WHERE listed < ?', listedBeforeMs)

      if (
        this.#sql.all(`SELECT 1 AS one FROM changed LIMIT 1 OFFSET ${MAX_CHANGED}`).length > 0 &&
        this.#sql.all('SELECT 1 AS one FROM unwritten LIMIT 1').length === 0
      ) {
        this.#sql.all('DELETE FROM changed')
        this.#sql.all('UPDATE publication SET floor = seq + 1, due = due + 1')
      }
    })
  }

  #hashes (container: Container): ArrayBuffer[] {
    return this.#sql.all<{ hash: ArrayBuffer }>(
      `SELECT hash FROM blocks WHERE ${isBundle(container) ? 'bundle' : 'segment'} = ?`,
      containerId(container)
    ).map(({ hash }) => hash)
  }

  #segmentContents (id: number, seq: number): Uint8Array<ArrayBuffer> | 'later' | undefined {
    const entries = this.#sql.all<{ hash: ArrayBuffer; start: number; size: number }>(
      'SELECT hash, start, size FROM blocks WHERE segment = ? ORDER BY start',
      id
    )
    const [segment] = this.#sql.all<{ live: number | null }>('SELECT live FROM segments WHERE id = ?', id)

    if (entries.length === 0) {
      return undefined
    }

    return segment?.live == null
      ? 'later'
      : encodeContents(seq, entries.map(({ hash, start, size }) => ({ hash: new Uint8Array(hash), start, size })))
  }

  #bundleContents (id: number, seq: number): Uint8Array<ArrayBuffer> | undefined {
    let at = 0
    const entries: ContentsEntry[] = []
    const data: Uint8Array[] = []

    for (
      const { id: block, hash, size } of this.#sql.all<{ id: number; hash: ArrayBuffer; size: number }>(
        'SELECT id, hash, size FROM blocks WHERE bundle = ? ORDER BY id',
        id
      )
    ) {
      const bytes = this.#blocks.bytes({ id: block, size })

      if (bytes != null) {
        entries.push({ hash: new Uint8Array(hash), start: at, size })
        data.push(bytes)
        at += size
      }
    }

    return entries.length === 0 ? undefined : encodeContents(seq, entries, data)
  }
}
