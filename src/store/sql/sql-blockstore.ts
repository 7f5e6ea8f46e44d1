import type { CID } from 'multiformats/cid'
import { rawCid } from '../../cid/hash/multihash-key.ts'
import { BaseBlockstore } from '../blockstore/base-blockstore.ts'
import type { Block, BlockstoreStat, StoreOptions, WriteSession } from '../blockstore/blockstore.ts'
import type { BackgroundWriter, BatchOptions, BatchReader, BlockstoreCapabilities } from '../blockstore/capabilities.ts'
import type { CommitLog } from '../blockstore/commit-log.ts'
import { readBatches, readMany } from '../packed/read/read-many.ts'
import { readOne } from '../packed/read/read-one.ts'
import { BlockRows } from './block-rows.ts'
import type { ObjectBucket } from './object-bucket.ts'
import { Publisher } from './published/publisher.ts'
import type { PublisherInit } from './published/publisher.ts'
import { ReadAheadBudget } from './read-ahead-budget.ts'
import { MAX_UNPACKED_BYTES } from './segment-bytes.ts'
import { SegmentPacker } from './segment-packer.ts'
import type { SegmentPackerOptions } from './segment-packer.ts'
import { SegmentRows } from './segment-rows.ts'
import { SegmentWriter } from './segment-writer.ts'
import { SessionRows } from './session-rows.ts'
import { SqlReader } from './sql-reader.ts'
import { inSteps, SqlSession } from './sql-session.ts'
import type { Sql } from './sql.ts'
import { makeTables, PACKED_FROM_BYTES } from './tables.ts'

/** The batch size of key listings. */
const KEYS_BATCH = 2048

export interface SqlBlockstoreInit {
  sql: Sql
  /** The commit log in the repo's datastore, which records the committed sessions. */
  commitLog: CommitLog
  /** Stores segments of blocks. Without it, all blocks stay in their rows. */
  bucket?: ObjectBucket
  /** The bytes that sessions may leave in rows for the bucket. */
  maxUnpackedBytes?: number
  /** Time of writers in other processes; see `SegmentPackerOptions`. */
  writers?: Pick<SegmentPackerOptions, 'now' | 'writerMs'>
  /** Options of the publisher (`Publisher`). Without them, blocks are not published. Needs a bucket. */
  publish?: Pick<PublisherInit, 'settings' | 'hold' | 'now' | 'maxRunRecords'>
}

/**
 * A blockstore in an SQLite database that has no other user. A block is written into a row, which is durable with the
 * engine's next sync. Larger blocks are later moved into segments of a bucket, many at a time (`SegmentPacker`). If a
 * session exceeds the limit of the rows, it fills segments itself (`SegmentWriter`).
 */
export class SqlBlockstore extends BaseBlockstore implements BackgroundWriter, BatchReader {
  override readonly capabilities: Partial<BlockstoreCapabilities> = { background: this, batches: this }
  readonly #sql: Sql
  readonly #commitLog: CommitLog
  readonly #maxUnpackedBytes: number
  readonly #rows: BlockRows
  readonly #segments: SegmentRows
  readonly #sessions: SessionRows
  readonly #reader: SqlReader
  readonly #shares = new ReadAheadBudget()
  readonly #packer: SegmentPacker | undefined
  readonly #writer: SegmentWriter | undefined
  readonly #publisher: Publisher | undefined

  private constructor (
    { sql, commitLog, bucket, maxUnpackedBytes = MAX_UNPACKED_BYTES, publish, writers }: SqlBlockstoreInit
  ) {
    super()
    this.#sql = sql
    this.#commitLog = commitLog
    this.#maxUnpackedBytes = maxUnpackedBytes
    this.#rows = new BlockRows(sql)
    const segments = this.#segments = new SegmentRows(sql)
    this.#publisher = bucket == null || publish == null
      ? undefined
      : new Publisher({ ...publish, sql, blocks: this.#rows, bucket })
    this.#packer = bucket == null
      ? undefined
      : new SegmentPacker(sql, this.#rows, segments, bucket, {
        ...writers,
        packed: () => {
          this.#publisher?.soon()
        }
      })
    this.#writer = bucket == null
      ? undefined
      : new SegmentWriter({
        sql,
        rows: this.#rows,
        segments,
        bucket,
        sparse: () => {
          void this.#packer?.run()
        }
      })
    this.#sessions = new SessionRows(sql, this.#rows, this.#writer)
    this.#reader = new SqlReader(this.#rows, this.#writer, bucket)
  }

  /**
   * Opens the store, and creates it if necessary. Ends the sessions that a crash left open: commits those in the commit
   * log, and rolls back the others.
   */
  static async open (init: SqlBlockstoreInit): Promise<SqlBlockstore> {
    makeTables(init.sql)
    const store = new SqlBlockstore(init)
    await store.#recover()
    return store
  }

  async #recover (): Promise<void> {
    const committed = await this.#commitLog.names()

    for (const { id, name, isCommitted } of this.#sessions.list()) {
      if (isCommitted === 1 || (name != null && committed.has(name))) {
        this.#sessions.commit(id)
        await inSteps(() => this.#sessions.finishCommit(id))
      } else {
        await inSteps(() => this.#sessions.rollBack(id))
      }
    }

    committed.forEach((name) => {
      this.#commitLog.finalized(name)
    })
    this.#packer?.recover()
    this.#publisher?.recover()
    await this.#sql.synced()
    // Delayed, because a caller waits for the opening.
    this.#packer?.soon()
    this.#publisher?.soon()
  }

  protected override async write (cid: CID, bytes: Uint8Array, { signal }: StoreOptions = {}): Promise<void> {
    signal?.throwIfAborted()
    this.#sql.transaction(() => {
      this.#sessions.putPlain(cid.multihash.bytes, bytes)
    })
    await this.#packer?.written()
    await this.#sql.synced()
    this.#publisher?.soon()
  }

  override async bytes (cid: CID, options: StoreOptions = {}): Promise<Uint8Array> {
    return await readOne(cid, this.#reader, options)
  }

  override bytesMany (cids: Iterable<CID> | AsyncIterable<CID>, options: StoreOptions = {}): AsyncGenerator<Block> {
    return this.#shares.sharing((pace) => readMany(cids, this.#reader, options, pace))
  }

  readBatches (cids: Iterable<CID>, options: BatchOptions = {}): AsyncGenerator<Block[]> {
    return this.#shares.sharing((pace) => readBatches(cids, this.#reader, options, pace))
  }

  override async size (cid: CID, { signal }: StoreOptions = {}): Promise<number | undefined> {
    signal?.throwIfAborted()
    return this.#rows.find(cid.multihash.bytes)?.size
  }

  override async *keys ({ signal }: StoreOptions = {}): AsyncGenerator<CID> {
    signal?.throwIfAborted()
    let after = 0

    while (true) {
      const rows = this.#rows.hashes(after, KEYS_BATCH)

      for (const { hash } of rows) {
        signal?.throwIfAborted()
        yield rawCid(new Uint8Array(hash))
      }

      if (rows.length < KEYS_BATCH) {
        return
      }

      after = rows.at(-1)!.id
    }
  }

  override session (): WriteSession {
    return new SqlSession({
      sql: this.#sql,
      sessions: this.#sessions,
      segments: this.#segments,
      sparse: () => {
        void this.#packer?.run()
      },
      commitLog: this.#commitLog,
      opening: (bytes) => this.#opening(bytes),
      written: async () => {
        await this.#writer?.room()
      },
      flushed: async () => {
        await this.#writer?.flush()
      },
      deleted: () => {
        this.#deleted()
      },
      committed: () => {
        this.#packer?.soon()
        this.#publisher?.soon()
      }
    })
  }

  /**
   * Grants segments to a writer in another process, which may write their objects. Durable when it resolves.
   *
   * @param owner - of a lease of a day, which is renewed; without one, the segments end with the process of this store
   * @returns their ids, for `AdoptingSession.adopt`
   */
  async grantSegments (count: number, owner?: string): Promise<number[]> {
    const ids = Array.from({ length: count }, () => this.#segments.grant(owner))

    if (owner != null) {
      this.#packer?.lease(owner)
    }

    await this.#sql.synced()
    return ids
  }

  /** Takes back granted segments that were not adopted. Their writer must begin no further write of them. */
  takeBackSegments (ids: Iterable<number>): void {
    this.#packer?.takeBack(ids)
  }

  /** Ends the lease of an owner. Its segments that were not adopted are deleted. */
  async releaseSegments (owner: string): Promise<void> {
    this.#packer?.release(owner)
    await this.#sql.synced()
  }

  override async remove (cids: Iterable<CID> | AsyncIterable<CID>, { signal }: StoreOptions = {}): Promise<void> {
    signal?.throwIfAborted()

    for await (const { multihash } of cids) {
      signal?.throwIfAborted()
      this.#sql.transaction(() => {
        this.#sessions.remove(multihash.bytes)
      })
    }

    await this.#sql.synced()
    await this.#publisher?.announce()
    this.#deleted()
  }

  /** Resolves when the settings of `publish` are published, if they have changed. */
  async announce (): Promise<void> {
    await this.#publisher?.announce()
  }

  override async flush (): Promise<void> {
    await this.#writer?.flush()
    await this.#sql.synced()
  }

  override async stat (): Promise<BlockstoreStat> {
    return this.#rows.stat()
  }

  background (): Promise<void> | undefined {
    const packing = this.#packing()
    return packing == null ? this.#publisher?.rest() : packing.then(async () => {
      await this.#publisher?.rest()
    })
  }

  /** Waits for running writes. Blocks that are only in memory belong to uncommitted sessions. */
  override async close (): Promise<void> {
    await this.#writer?.flush().catch(() => {})
    await this.#packer?.stop()
    await this.#publisher?.stop()
  }

  #packing (): Promise<void> | undefined {
    const writing = this.#writer?.running
    return writing == null ? this.#packer?.rest() : writing.then(async () => {
      await this.#packer?.rest()
    })
  }

  /**
   * Whether a block is to be placed into a segment. Rows accept blocks at once and pass them to the bucket later. If
   * too many wait already, blocks go directly to the bucket.
   */
  #opening (bytes: number): boolean {
    if (
      this.#writer == null || bytes < PACKED_FROM_BYTES || this.#rows.unpackedBytes + bytes <= this.#maxUnpackedBytes
    ) {
      return false
    }

    this.#writer.open(bytes)
    return true
  }

  #deleted (): void {
    this.#writer?.deleted()
    void this.#packer?.run()
    this.#publisher?.soon()
  }
}
