import type { Blockstore as StandardBlockstore } from 'interface-blockstore'
import type { Batch } from 'interface-datastore'
import type { CID } from 'multiformats/cid'

export interface StoreOptions {
  signal?: AbortSignal
}

export interface LotOptions extends StoreOptions {
  /** skips blocks that are larger, missing or damaged */
  maxBlockBytes?: number
  /**
   * The caller only looks for links. A dag-pb block that is known to have none may be yielded without its bytes, with
   * its `size`.
   */
  linksAlone?: boolean
}

/** Stored totals, so that they need no scan. */
export interface BlockstoreStat {
  /** number of blocks */
  blocks: number
  /** bytes of all block values */
  bytes: number
}

/** A block to store. The store owns the bytes from the call on: do not write to them again. */
export interface Block {
  cid: CID
  bytes: Uint8Array
  /** length in bytes of a block that was read without its bytes (`LotOptions.linksAlone`) */
  size?: number
}

/**
 * The commit record of a prepared session: rows of the repo's datastore, written in one batch with the rows that belong
 * to the blocks (pins).
 */
export interface CommitRecord {
  addTo: (batch: Batch) => void
  /**
   * Returns whether the batch was written. Called after its `commit` failed.
   *
   * @throws if that cannot be known now
   */
  stands: () => Promise<boolean>
}

/**
 * Limits how much of a session one transaction writes, in stores that write many blocks at once. The store's own limits
 * apply too.
 */
export interface WriteBounds {
  blocks?: number
  /** the block that reaches the limit is the last one */
  bytes?: number
  /** whether these writes allow a removal: on a full disk they may use the ballast */
  makesRoom?: boolean
}

/**
 * The writes of one command (`add`, `dag/import`, `block/put`, …), kept or rolled back as a whole.
 *
 * Every reader sees blocks that were put into a session at once. Until `commit` the store remembers durably which of
 * them this session brought. `rollback`, or the next opening of the store after a crash, removes exactly those that did
 * not exist before and that nothing else has put meanwhile.
 */
export interface WriteSession {
  /**
   * Puts a block. Resolves when there is room for the next one, not when the block is on disk (that is `commit`), so
   * awaiting every `put` gives backpressure with a bounded number of bytes in flight.
   *
   * @param isContent - the bytes are the payload of a file's leaf, and the block is the dag-pb leaf around it
   *   (`leafOf`). The leaf is built when it is read, since allocating each takes as long as hashing it. Only sessions
   *   with `stage` accept this
   * @throws if an earlier write failed (QuotaExceededError for a full disk)
   */
  put: (cid: CID, bytes: Uint8Array, isContent?: boolean) => Promise<void>
  /**
   * Stores bytes before their blocks are known. Returns them as a buffer (`KeptBytes`).
   *
   * A block of this session that is a view of that buffer, or the leaf around one, is not written again. Bytes that no
   * block uses are deleted. A Blob of the browser is stored without passing through the caller. Concurrent calls share
   * a transaction. Stores that gain nothing by staging omit this method.
   *
   * @returns undefined if staging gains nothing this time: put the blocks as usual
   * @throws if the bytes cannot be read or stored (QuotaExceededError); the session stays usable
   */
  stage?: (content: Blob) => Promise<KeptBytes | undefined>
  /**
   * Resolves when every block of the session belongs to the store, whether or not a crash follows. Never rejects for a
   * prepared session.
   */
  commit: () => Promise<void>
  /**
   * Same as `commit`, and replaces the mark of the store (`mark`) in the same step: a crash leaves both or neither.
   * Resolves when both, and all earlier puts, are on the disk. Left out by stores that have no mark or do not wait for
   * the disk.
   */
  commitWith?: (mark: string) => Promise<void>
  /**
   * Does the first half of a two-phase commit that is atomic with rows of the repo's datastore. Resolves when every
   * block is durable, including earlier puts outside of this session.
   *
   * The session still owns the blocks, and accepts no more. Once a batch with the record is written, the session is
   * committed, even if a crash follows before `commit`. Then call `commit`, or `rollback` if the batch is known not to
   * be written.
   */
  prepare: () => Promise<CommitRecord>
  /**
   * Removes the blocks that this session brought. Never rejects because of an earlier failed write. No effect after
   * commit.
   */
  rollback: () => Promise<void>
}

/**
 * Reads staged bytes back: a view of one buffer, in memory from now on. Call it once.
 *
 * @throws if the bytes cannot be read
 */
export type KeptBytes = () => Promise<Uint8Array>

/** Facts about blocks, as numbers. Their writer defines their meaning. */
export type Note = readonly number[]

/**
 * A cache of facts about blocks that hold as long as the blocks exist. When any block leaves the store, the same step
 * deletes all notes. They may be deleted at any time. The key of a note is derived from its subject by its writer.
 */
export interface BlockNotes {
  /**
   * Reads notes in the order of their keys, undefined for missing ones. Never rejects.
   *
   * @returns `epoch` for notes about everything that is read from now on; undefined if none can be written
   */
  read: (keys: readonly Uint8Array[]) => Promise<{ notes: Array<Note | undefined>; epoch: string | undefined }>
  /**
   * Writes notes, unless some were deleted since `read` returned the epoch. They are durable with the next barrier.
   * Continues in the background and never fails: notes without room are dropped.
   */
  write: (notes: ReadonlyArray<readonly [key: Uint8Array, note: Note]>, epoch: string) => void
}

/** Bytes of a block: the whole block or a part of it. */
export interface BlockPart {
  cid: CID
  /** length of the whole block that the caller expects */
  size: number
  /** the part, within the block */
  start: number
  end: number
  /** The block is a dag-pb leaf of a file, and the range lies within its payload. */
  isContent?: boolean
}

/**
 * Stores blocks. Keys are multihashes: a CIDv0, its CIDv1 and a raw CID with the same multihash are one block, as in
 * Kubo. Extends the standard interface with whole-block reads, sizes, counters and write sessions.
 *
 * `delete` of a missing block is no error. `getAll` yields raw CIDv1s and loads values only on demand.
 */
export interface Blockstore extends StandardBlockstore {
  /**
   * Reads a whole block. Do not write to the returned bytes, nor transfer their buffer: neighbours may share it.
   *
   * @throws NotFoundError if the block is not in the store
   */
  bytes: (cid: CID, options?: StoreOptions) => Promise<Uint8Array>
  /**
   * Yields whole blocks in the order of the CIDs, reading neighbours together. Reads ahead a bounded number of bytes.
   *
   * @throws NotFoundError at the first missing block
   */
  bytesMany: (cids: Iterable<CID> | AsyncIterable<CID>, options?: StoreOptions) => AsyncIterable<Block>
  /** Same as `bytesMany`, in batches of blocks that were read together. Stores without batches of their own omit it. */
  bytesLots?: (cids: Iterable<CID>, options?: LotOptions) => AsyncIterable<Block[]>
  /**
   * Returns consecutive parts of blocks as a Blob, none of it in memory: the browser reads it without the worker.
   * Deleting blocks does not change it.
   *
   * @returns undefined if the store has no Blob for them: blocks are stored in another form, one is missing or has
   *   another size, one is no leaf with the wanted payload, or the parts are too scattered
   */
  blob?: (parts: readonly BlockPart[], options?: StoreOptions) => Promise<Blob | undefined>
  /**
   * Returns consecutive parts of blocks if that is faster than reading the blocks: they are adjacent on disk, none is
   * in memory, and no reader has just stopped where they begin. Otherwise undefined.
   */
  range?: (parts: readonly BlockPart[], options?: StoreOptions) => Promise<Uint8Array | undefined>
  /** Omitted by stores that cannot delete notes in the step that removes a block. */
  readonly notes?: BlockNotes
  /** Returns the size in bytes without reading the value; `undefined` if the block is not in the store. */
  size: (cid: CID, options?: StoreOptions) => Promise<number | undefined>
  /** Yields the CID (raw codec, version 1) of every block; loads no values. */
  keys: (options?: StoreOptions) => AsyncIterable<CID>
  session: (bounds?: WriteBounds) => WriteSession
  /** Returns the mark that the last session with one has left (`commitWith`). */
  mark?: () => Promise<string | undefined>
  /** Deletes many blocks in few transactions; durable when it resolves. */
  remove: (cids: Iterable<CID> | AsyncIterable<CID>, options?: StoreOptions) => Promise<void>
  /** Resolves when all earlier puts are durable. */
  flush: () => Promise<void>
  stat: () => Promise<BlockstoreStat>
  close: () => Promise<void>
  /** Resolves when writes that continue in the background are done; undefined if there are none. Never rejects. */
  background?: () => Promise<void> | undefined
}
