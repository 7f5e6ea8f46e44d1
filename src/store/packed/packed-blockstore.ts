import type { CID } from 'multiformats/cid'
import { BaseBlockstore } from '../base-blockstore.ts'
import type { Block, BlockPart, BlockstoreStat, LotOptions, StoreOptions, WriteBounds, WriteSession } from '../blockstore.ts'
import type { CommitLog } from '../commit-log.ts'
import { multihashFromKey, multihashKey, rawCid } from '../../cid/multihash-key.ts'
import type { Quota } from '../quota/quota.ts'
import { PackedReader } from './read/packed-reader.ts'
import { BlockWriter } from './write/block-writer.ts'
import { Compactor } from './segments/compactor.ts'
import { readCounters } from './schema/counters.ts'
import type { Database } from '../database/database.ts'
import { listed, result } from '../database/database.ts'
import { IndexLookup } from './read/index-lookup.ts'
import { PackedSession } from './write/packed-session.ts'
import { readLots, readMany } from './read/read-many.ts'
import { readOne } from './read/read-one.ts'
import type { Sync } from './sync.ts'
import { BARRIER, BLOCKS, MARK, META, SYNC } from './schema/schema.ts'
import { blockOf } from './segments/extent.ts'
import { segmentRange } from './segments/segment-range.ts'
import { segmentBlob } from './segments/segment-blob.ts'
import { SegmentCache } from './segments/segment-cache.ts'
import { SegmentReader } from './segments/segment-reader.ts'
import { CountRepair } from './write/count-repair.ts'
import { Remover } from './write/remover.ts'
import { PackedNotes } from './write/packed-notes.ts'
import { SessionJournal } from './write/session-journal.ts'
import type { PendingBlock } from './write/write-group.ts'
import { TaskBatch } from '../../async/task-batch.ts'

/** Keys that are listed in one transaction. */
const KEYS_BATCH = 2048

/** Blocks that are removed in one transaction; their records are read before, and some hold their bytes. */
const REMOVE_BATCH = 256

export interface PackedBlockstoreInit {
  /** first free session and segment numbers */
  nextSession: number
  nextSegment: number
  /** whether the database keeps Blobs; where it does not, all segments are written in pages */
  blobs: boolean
  /** says which prepared sessions are committed */
  commitLog: CommitLog
  /** whether the counts that are kept are wrong: blocks were removed when there was no room for better ones */
  countsOff: boolean
  /** gives up what is kept for a full disk. @returns whether there was something */
  makeRoom?: () => Promise<boolean>
  sync: Sync
  /** asked before a group of blocks is written */
  quota: Quota
  /** called by `close` when the database is closed */
  onClose: () => void
  /** sparse segments are rewritten as soon as a delete makes them so */
  compactInBackground: boolean
}

/** Blocks packed into segments in IndexedDB. Made by `openPackedBlockstore`. */
export class PackedBlockstore extends BaseBlockstore {
  readonly #database: Database
  readonly #init: PackedBlockstoreInit
  readonly #cache = new SegmentCache()
  readonly #openSessions = new Set<number>()
  readonly #segments: SegmentReader
  readonly #lookup: IndexLookup
  readonly #reader: PackedReader
  readonly #writer: BlockWriter
  readonly #journal: SessionJournal
  readonly #compactor: Compactor
  readonly #counts: CountRepair
  readonly #remover: Remover
  /** sessions that there was no room to undo; they stay open to the rules */
  readonly #unfinished = new Set<number>()
  /** something was written that is not on the disk */
  #isLoose = false
  readonly notes: PackedNotes
  readonly #removals = new TaskBatch((keys) => this.#remove(keys.map(multihashFromKey), 'relaxed'))
  #closed?: Promise<void>

  constructor (database: Database, init: PackedBlockstoreInit) {
    super()
    const nextSegment = (): number => init.nextSegment++
    this.#database = database
    this.#init = init
    this.#writer = new BlockWriter(database, { nextSegment, blobs: init.blobs, isOpenSession: (session) => this.#openSessions.has(session), sync: init.sync, onLoose: () => { this.#isLoose = true }, onMarked: (blocks) => { this.#keepRecent(blocks) }, onWithdrawn: () => { this.notes.withdrawn() }, makeRoom: init.makeRoom }, init.quota)
    this.notes = new PackedNotes(database, { after: (job) => this.#writer.after(job), onLoose: () => { this.#isLoose = true } })
    this.#segments = new SegmentReader(database, this.#cache)
    this.#lookup = new IndexLookup(database, this.#cache)
    this.#reader = new PackedReader(this.#lookup, this.#segments, this.#cache, (key) => this.#writer.pending(key))
    this.#counts = new CountRepair(database, (job) => this.#writer.after(job), init.countsOff)
    this.#remover = new Remover(database, { makeRoom: init.makeRoom, countsOff: () => { this.#counts.countsOff() } })
    this.#journal = new SessionJournal(database, (job) => this.#writer.after(job), this.#remover, (multihashes) => { this.#forget(multihashes) })
    this.#compactor = new Compactor(database, this.#segments, {
      blobs: init.blobs,
      nextSegment,
      after: (job) => this.#writer.after(job),
      dropped: (segment) => { this.#cache.forgetSegment(segment) }
    })
  }

  /**
   * Ends the sessions that a kill left open: those that are committed are kept, the others undone.
   *
   * @param found - what is committed, and whether there are sessions at all
   * @returns when all of it is done
   */
  async recover ({ committed, isJournalEmpty }: { committed: Set<string>, isJournalEmpty: boolean }): Promise<void> {
    const { commitLog } = this.#init
    const sessions = isJournalEmpty ? [] : await this.#journal.sessions()
    const undone = sessions.filter(({ name }) => name == null || !committed.has(name))
    undone.forEach(({ id }) => this.#openSessions.add(id))

    for (const { id, name } of sessions) {
      if (name != null && committed.delete(name)) {
        await unlessFull(this.#settle(id, name))
      }
    }

    // of these the journal has been forgotten already
    committed.forEach((name) => { commitLog.settled(name) })

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

  override async bytes (cid: CID, options: StoreOptions = {}): Promise<Uint8Array> {
    return await readOne(cid, this.#reader, options)
  }

  override bytesMany (cids: Iterable<CID> | AsyncIterable<CID>, options: StoreOptions = {}): AsyncGenerator<Block> {
    return readMany(cids, this.#reader, options)
  }

  bytesLots (cids: Iterable<CID>, options: LotOptions = {}): AsyncGenerator<Block[]> {
    return readLots(cids, this.#reader, options)
  }

  async blob (parts: readonly BlockPart[], options: StoreOptions = {}): Promise<Blob | undefined> {
    return await this.#byPlace(parts, options, async () => await segmentBlob(parts, { reader: this.#reader, segments: this.#segments }, options))
  }

  async range (parts: readonly BlockPart[], options: StoreOptions = {}): Promise<Uint8Array | undefined> {
    return await this.#byPlace(parts, options, async () => await segmentRange(parts, { reader: this.#reader, segments: this.#segments, cache: this.#cache }))
  }

  /** Reads by where blocks lie, once more where that is not what is remembered. */
  async #byPlace<T> (parts: readonly BlockPart[], { signal }: StoreOptions, read: () => Promise<T | undefined>): Promise<T | undefined> {
    signal?.throwIfAborted()

    try {
      return await read()
    } catch {
      signal?.throwIfAborted()
      this.#cache.places.forget(parts.map(({ cid }) => multihashKey(cid.multihash.bytes)))
      // whatever is wrong with a segment, who reads the blocks learns of which one
      return await read().catch(() => undefined)
    }
  }

  override async size (cid: CID, options: StoreOptions = {}): Promise<number | undefined> {
    options.signal?.throwIfAborted()
    const key = multihashKey(cid.multihash.bytes)
    // looked for in memory again, since its group may have been taken in between the two looks
    return this.#reader.knownSize(key) ?? await this.#lookup.size(key) ?? this.#reader.inMemory(key)?.byteLength
  }

  override async has (cid: CID, options: StoreOptions = {}): Promise<boolean> {
    options.signal?.throwIfAborted()
    const key = multihashKey(cid.multihash.bytes)
    return this.#reader.knownSize(key) != null || await this.#lookup.has(key) || this.#reader.inMemory(key) != null
  }

  override async * keys (options: StoreOptions = {}): AsyncGenerator<CID> {
    options.signal?.throwIfAborted()
    await this.#writer.drain()
    let after: IDBKeyRange | undefined

    while (true) {
      const keys = await listed(this.#database.read([BLOCKS]).objectStore(BLOCKS).getAllKeys(after, KEYS_BATCH)) as ArrayBuffer[]

      for (const key of keys) {
        options.signal?.throwIfAborted()
        yield rawCid(new Uint8Array(key))
      }

      if (keys.length < KEYS_BATCH) {
        return
      }

      after = IDBKeyRange.lowerBound(keys.at(-1), true)
    }
  }

  override session (bounds: WriteBounds = {}): WriteSession {
    const id = this.#init.nextSession++
    this.#openSessions.add(id)

    return new PackedSession({
      writer: this.#writer,
      blobs: this.#init.blobs,
      commitLog: this.#init.commitLog,
      waitsForDisk: this.#init.sync !== false,
      settleOthers: async () => { if (this.#isLoose && this.#init.sync !== false) await this.flush() },
      undo: async (session) => {
        await this.#undo(session)
        this.#tidySoon()
      },
      closed: (session) => {
        if (!this.#unfinished.has(session)) {
          this.#openSessions.delete(session)
        }
      },
      // when it fails the next opening does it
      settle: (session, name) => { this.#settle(session, name).catch(() => {}) }
    }, { id, bounds, nextRow: 0, unwritten: 0, reserved: [], staged: [], rest: 0 })
  }

  async mark (): Promise<string | undefined> {
    return await result<string | undefined>(this.#database.read([META]).objectStore(META).get(MARK))
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
      this.#isLoose = true
      throw err
    })
  }

  async #flush (): Promise<void> {
    try {
      await this.#writer.after(() => {
        // what is written from now on is behind the barrier
        this.#isLoose = false
        return this.#database.write('flush', [META], 'strict', async (tx) => {
          // a transaction without a write might not reach the disk at all
          tx.objectStore(META).put(this.#init.nextSession, this.#counts.due ? SYNC : BARRIER)
        })
      })
    } catch (err) {
      if ((err as Error).name !== 'QuotaExceededError') {
        throw err
      }

      // a delete passes, and is a barrier as well; if there is nothing to delete, what came since was removed strictly
      this.#counts.countsOff()
      await this.#writer.after(() => this.#database.write('flush', [META], 'strict', async (tx) => { tx.objectStore(META).delete(BARRIER) }))
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

  /** Undoes the sessions that there was no room to undo, counts again what was not counted, and rewrites sparse segments. */
  async tidy (): Promise<void> {
    for (const session of this.#unfinished) {
      await this.#undo(session)
    }

    await this.#counts.run()
    await this.#compactor.run()
  }

  /** Rewrites sparse segments until none is left. Runs by itself after deletes; `repo gc` may wait for it. */
  async compact (): Promise<void> {
    await this.#compactor.run()
  }

  background (): Promise<void> | undefined {
    const written = this.#isLoose && this.#init.sync !== false ? this.flush() : undefined
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

  async #settle (session: number, name: string): Promise<void> {
    await this.#journal.settle(session)
    this.#init.commitLog.settled(name)
  }

  async #remove (multihashes: Uint8Array[], durability: IDBTransactionDurability): Promise<void> {
    for (let start = 0; start < multihashes.length; start += REMOVE_BATCH) {
      const batch = multihashes.slice(start, start + REMOVE_BATCH)
      await this.#writer.after(() => this.#remover.remove(batch, durability))
      this.#forget(batch)
    }
  }

  /** Undoes a session; where there is no room for that it is done later, and the session stays open to the rules until then. */
  async #undo (session: number): Promise<void> {
    try {
      await this.#journal.undo(session)
      this.#unfinished.delete(session)
      this.#openSessions.delete(session)
    } catch (err) {
      if ((err as Error).name !== 'QuotaExceededError') {
        throw err
      }

      this.#unfinished.add(session)
    }
  }

  #keepRecent (blocks: ReadonlyMap<string, PendingBlock>): void {
    const { recent } = this.#cache
    blocks.forEach((block, key) => { recent.keep(key, blockOf(block.kept, block), recent.generation, true) })
  }

  #forget (multihashes: Uint8Array[]): void {
    this.#segments.invalidate()
    this.#cache.forget(multihashes.map(multihashKey))
    this.#cache.forgetHandles()
  }

  /** Does what removals leave to do, and what a full disk did not allow. */
  #tidySoon (): void {
    if (this.#init.compactInBackground && this.#closed == null) {
      // what stops it (a full disk, a closed database) is met again by the next write, which can tell somebody
      this.tidy().catch(() => {})
    }
  }
}

/** A full disk must not keep the store shut: what was to be done stays in the journal, and the next opening tries again. */
async function unlessFull (work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (err) {
    if ((err as Error).name !== 'QuotaExceededError') {
      throw err
    }
  }
}
