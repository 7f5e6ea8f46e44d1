import type { CID } from 'multiformats/cid'
import { TaskBatch } from '../../async/locks/task-batch.ts'
import { multihashFromKey, multihashKey } from '../../cid/hash/multihash-key.ts'
import { BaseBlockstore } from '../blockstore/base-blockstore.ts'
import type {
  Block,
  BlockstoreStat,
  ReadOneOptions,
  StoreOptions,
  WriteBounds,
  WriteSession
} from '../blockstore/blockstore.ts'
import type {
  BackgroundWriter,
  BatchOptions,
  BatchReader,
  BlockPart,
  BlockstoreCapabilities,
  ExtentReader,
  MarkReader
} from '../blockstore/capabilities.ts'
import type { CommitLog } from '../blockstore/commit-log.ts'
import { SMALL_BLOCK_BYTES } from '../cache/small-block-cache.ts'
import type { Database } from '../database/database.ts'
import { requestResult } from '../database/database.ts'
import { ifFull, unlessFull } from '../quota/if-full.ts'
import type { Quota } from '../quota/quota.ts'
import { IndexLookup } from './read/index-lookup.ts'
import { listKeys } from './read/list-keys.ts'
import { PackedExtents } from './read/packed-extents.ts'
import { PackedReader } from './read/packed-reader.ts'
import { readBatches, readMany } from './read/read-many.ts'
import { readOne } from './read/read-one.ts'
import { readCounters } from './schema/counters.ts'
import { BARRIER, MARK, META, SYNC } from './schema/schema.ts'
import type { Sync } from './schema/sync.ts'
import { blockOf } from './segments/extent.ts'
import { SegmentCache } from './segments/segment-cache.ts'
import { SegmentReader } from './segments/segment-reader.ts'
import { deleteBarrier, writeBarrier } from './write/barrier.ts'
import { BlockWriter } from './write/block-writer.ts'
import { Compactor } from './write/compactor.ts'
import { PackedNotes } from './write/packed-notes.ts'
import { PackedSession } from './write/packed-session.ts'
import { CountRepair } from './write/removal/count-repair.ts'
import { Remover } from './write/removal/remover.ts'
import { SessionJournal } from './write/session-journal.ts'
import { detachView } from './write/write-blocks.ts'
import type { PendingBlock } from './write/write-group.ts'

/** Blocks that are removed in one transaction. Their records are read first, and some contain the bytes. */
const REMOVE_BATCH = 256

export interface PackedBlockstoreInit {
  /** first free session and segment numbers */
  nextSession: number
  nextSegment: number
  /** whether the database accepts Blobs; otherwise all segments are written as pages */
  blobs: boolean
  /** knows which prepared sessions are committed */
  commitLog: CommitLog
  /** whether the stored counters are wrong, because blocks were removed when there was no room to update them */
  countsOff: boolean
  /**
   * Releases the ballast.
   *
   * @returns whether anything was released
   */
  makeRoom?: () => Promise<boolean>
  sync: Sync
  /** checked before a group of blocks is written */
  quota: Quota
  /** called by `close` after the database was closed */
  onClose: () => void
  /** rewrites sparse segments as soon as a delete creates them */
  compactInBackground: boolean
}

/**
 * A blockstore that packs blocks into segments in IndexedDB. Created by `openPackedBlockstore`;
 * docs/internals/packed-store.md describes the format.
 */
export class PackedBlockstore extends BaseBlockstore
  implements BackgroundWriter, BatchReader, ExtentReader, MarkReader {
  override readonly capabilities: Partial<BlockstoreCapabilities>
  readonly #database: Database
  readonly #init: PackedBlockstoreInit
  readonly #cache = new SegmentCache()
  readonly #openSessions = new Set<number>()
  readonly #segments: SegmentReader
  readonly #lookup: IndexLookup
  readonly #reader: PackedReader
  readonly #extents: PackedExtents
  readonly #writer: BlockWriter
  readonly #journal: SessionJournal
  readonly #compactor: Compactor
  readonly #counts: CountRepair
  readonly #remover: Remover
  /** sessions that could not be rolled back for lack of room; they still count as open */
  readonly #unfinished = new Set<number>()
  /** whether something was written that is not on the disk */
  #hasUnsyncedWrites = false
  readonly notes: PackedNotes
  readonly #removals = new TaskBatch((keys) => this.#remove(keys.map(multihashFromKey), 'relaxed'))
  #closed?: Promise<void>

  constructor (database: Database, init: PackedBlockstoreInit) {
    super()
    const nextSegment = (): number => init.nextSegment++
    this.#database = database
    this.#init = init
    this.#writer = new BlockWriter(database, {
      nextSegment,
      blobs: init.blobs,
      isOpenSession: (session) => this.#openSessions.has(session),
      sync: init.sync,
      onUnsynced: () => {
        this.#hasUnsyncedWrites = true
      },
      onWritten: (blocks) => {
        this.#keepRecent(blocks)
      },
      onWithdrawn: () => {
        this.notes.withdrawn()
      },
      makeRoom: init.makeRoom
    }, init.quota)
    this.notes = new PackedNotes(database, {
      after: (job) => this.#writer.after(job),
      onUnsynced: () => {
        this.#hasUnsyncedWrites = true
      }
    })
    this.capabilities = { background: this, batches: this, extents: this, mark: this, notes: this.notes }
    this.#segments = new SegmentReader(database, this.#cache)
    this.#lookup = new IndexLookup(database, this.#cache)
    this.#reader = new PackedReader(this.#lookup, this.#segments, this.#cache, (key) => this.#writer.pending(key))
    this.#extents = new PackedExtents(this.#reader, this.#segments, this.#cache)
    this.#counts = new CountRepair(database, (job) => this.#writer.after(job), init.countsOff)
    this.#remover = new Remover(database, {
      makeRoom: init.makeRoom,
      countsOff: () => {
        this.#counts.countsOff()
      }
    })
    this.#journal = new SessionJournal(database, (job) => this.#writer.after(job), this.#remover, (multihashes) => {
      this.#forget(multihashes)
    })
    this.#compactor = new Compactor(database, this.#segments, {
      blobs: init.blobs,
      nextSegment,
      after: (job) => this.#writer.after(job),
      dropped: (segment) => {
        this.#cache.forgetSegment(segment)
      }
    })
  }

  /**
   * Ends the sessions that a crash left open: keeps the committed ones and rolls the others back.
   *
   * @param found - the committed names, and whether there are any sessions
   * @returns when all sessions are ended
   */
  async recover ({ committed, isJournalEmpty }: { committed: Set<string>; isJournalEmpty: boolean }): Promise<void> {
    const { commitLog } = this.#init
    const sessions = isJournalEmpty ? [] : await this.#journal.sessions()
    const undone = sessions.filter(({ name }) => name == null || !committed.has(name))
    undone.forEach(({ id }) => this.#openSessions.add(id))

    for (const { id, name } of sessions) {
      if (name != null && committed.delete(name)) {
        // A full disk must not prevent opening: the work stays in the journal for the next opening.
        await unlessFull(async () => {
          await this.#finalize(id, name)
        })
      }
    }

    // The journals of these sessions were deleted already.
    committed.forEach((name) => {
      commitLog.finalized(name)
    })

    for (const { id } of undone) {
      await this.#undo(id)
    }

    this.#tidySoon()
  }

  protected override async write (cid: CID, bytes: Uint8Array, options: StoreOptions = {}): Promise<void> {
    options.signal?.throwIfAborted()
    const multihash = cid.multihash.bytes
    await this.#writer.put(multihashKey(multihash), multihash, bytes).written
  }

  override async bytes (cid: CID, options: ReadOneOptions = {}): Promise<Uint8Array> {
    return await readOne(cid, this.#reader, options)
  }

  override bytesMany (cids: Iterable<CID> | AsyncIterable<CID>, options: StoreOptions = {}): AsyncGenerator<Block> {
    return readMany(cids, this.#reader, options)
  }

  readBatches (cids: Iterable<CID>, options: BatchOptions = {}): AsyncGenerator<Block[]> {
    return readBatches(cids, this.#reader, options)
  }

  async blob (parts: readonly BlockPart[], options?: StoreOptions): Promise<Blob | undefined> {
    return await this.#extents.blob(parts, options)
  }

  async range (parts: readonly BlockPart[], options?: StoreOptions): Promise<Uint8Array | undefined> {
    return await this.#extents.range(parts, options)
  }

  override async size (cid: CID, options: StoreOptions = {}): Promise<number | undefined> {
    options.signal?.throwIfAborted()
    const key = multihashKey(cid.multihash.bytes)
    // Memory is checked again, since a group may have been written between the two lookups.
    return this.#reader.knownSize(key) ?? await this.#lookup.size(key) ?? this.#reader.inMemory(key)?.byteLength
  }

  override async has (cid: CID, options: StoreOptions = {}): Promise<boolean> {
    options.signal?.throwIfAborted()
    const key = multihashKey(cid.multihash.bytes)
    return this.#reader.knownSize(key) != null || await this.#lookup.has(key) || this.#reader.inMemory(key) != null
  }

  override async *keys (options: StoreOptions = {}): AsyncGenerator<CID> {
    options.signal?.throwIfAborted()
    await this.#writer.drain()
    yield* listKeys(this.#database, options)
  }

  override session (bounds: WriteBounds = {}): WriteSession {
    const id = this.#init.nextSession++
    this.#openSessions.add(id)

    return new PackedSession({
      writer: this.#writer,
      blobs: this.#init.blobs,
      commitLog: this.#init.commitLog,
      waitsForDisk: this.#init.sync !== false,
      flushOthers: async () => {
        if (this.#hasUnsyncedWrites && this.#init.sync !== false) {
          await this.flush()
        }
      },
      undo: async (session) => {
        await this.#undo(session)
        this.#tidySoon()
      },
      closed: (session) => {
        if (!this.#unfinished.has(session)) {
          this.#openSessions.delete(session)
        }
      },
      // If it fails, the next opening does it.
      finalize: (session, name) => {
        this.#finalize(session, name).catch(() => {})
      }
    }, { id, bounds, nextRow: 0, unwritten: 0, reserved: [], staged: [], rest: 0 })
  }

  async mark (): Promise<string | undefined> {
    return await requestResult<string | undefined>(this.#database.read([META]).objectStore(META).get(MARK))
  }

  override async delete (cid: CID, options: StoreOptions = {}): Promise<void> {
    options.signal?.throwIfAborted()
    await this.#removals.add([multihashKey(cid.multihash.bytes)])
    this.#tidySoon()
  }

  override async remove (cids: Iterable<CID> | AsyncIterable<CID>, options: StoreOptions = {}): Promise<void> {
    const batch = new Map<string, Uint8Array>()

    for await (const { multihash: { bytes } } of cids) {
      options.signal?.throwIfAborted()
      batch.set(multihashKey(bytes), bytes)

      if (batch.size === REMOVE_BATCH) {
        await this.#remove([...batch.values()], 'relaxed')
        batch.clear()
      }
    }

    options.signal?.throwIfAborted()
    await this.#remove([...batch.values()], 'relaxed')
    await this.flush()
    this.#tidySoon()
  }

  override async flush (): Promise<void> {
    await this.#flush().catch((err: unknown) => {
      this.#hasUnsyncedWrites = true
      throw err
    })
  }

  async #flush (): Promise<void> {
    try {
      await this.#writer.after(() => {
        // Later writes come after the barrier.
        this.#hasUnsyncedWrites = false
        return writeBarrier(this.#database, this.#counts.due ? SYNC : BARRIER, this.#init.nextSession)
      })
    } catch (err) {
      ifFull(err)
      this.#counts.countsOff()
      await this.#writer.after(() => deleteBarrier(this.#database))
    }
  }

  override async stat (): Promise<BlockstoreStat> {
    await this.#writer.drain()

    if (this.#counts.due) {
      await this.#counts.run()
    }

    const { blocks, bytes } = await readCounters(this.#database.read([META]))
    const { missing } = this.#counts
    return { blocks: blocks + missing.blocks, bytes: bytes + missing.bytes }
  }

  /**
   * Rolls back the sessions that could not be rolled back before, recounts what was not counted, and compacts sparse
   * segments.
   */
  async tidy (): Promise<void> {
    for (const session of this.#unfinished) {
      await this.#undo(session)
    }

    await this.#counts.run()
    await this.#compactor.run()
  }

  /** Compacts sparse segments until none is left. Runs by itself after deletes; `repo gc` may wait for it. */
  async compact (): Promise<void> {
    await this.#compactor.run()
  }

  background (): Promise<void> | undefined {
    const written = this.#hasUnsyncedWrites && this.#init.sync !== false ? this.flush() : undefined
    return (this.#compactor.running ?? written)?.catch(() => {})
  }

  override async close (): Promise<void> {
    this.#closed ??= this.#close()
    await this.#closed
  }

  async #close (): Promise<void> {
    await this.#compactor.stop()
    await this.#writer.drain()
    this.#database.close()
    this.#init.onClose()
  }

  async #finalize (session: number, name: string): Promise<void> {
    await this.#journal.finalize(session)
    this.#init.commitLog.finalized(name)
  }

  async #remove (multihashes: Uint8Array[], durability: IDBTransactionDurability): Promise<void> {
    for (let start = 0; start < multihashes.length; start += REMOVE_BATCH) {
      const batch = multihashes.slice(start, start + REMOVE_BATCH)
      await this.#writer.after(() => this.#remover.remove(batch, durability))
      this.#forget(batch)
    }
  }

  /** Rolls a session back. If there is no room, this is done later, and the session counts as open until then. */
  async #undo (session: number): Promise<void> {
    try {
      await this.#journal.undo(session)
      this.#unfinished.delete(session)
      this.#openSessions.delete(session)
    } catch (err) {
      ifFull(err)
      this.#unfinished.add(session)
    }
  }

  #keepRecent (blocks: ReadonlyMap<string, PendingBlock>): void {
    const { recent } = this.#cache
    blocks.forEach((block, key) => {
      if (block.length <= SMALL_BLOCK_BYTES) {
        recent.keep(key, detachView(blockOf(block.kept, block)), recent.generation, true)
      }
    })
  }

  #forget (multihashes: Uint8Array[]): void {
    this.#segments.invalidate()
    this.#cache.forget(multihashes.map(multihashKey))
    this.#cache.forgetHandles()
  }

  /** Starts the work that removals or a full disk have left. */
  #tidySoon (): void {
    if (this.#init.compactInBackground && this.#closed == null) {
      // The same error (full disk, closed database) meets the next write, which can report it.
      this.tidy().catch(() => {})
    }
  }
}
