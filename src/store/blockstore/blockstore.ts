import type { Blockstore as StandardBlockstore } from 'interface-blockstore'
import type { Batch } from 'interface-datastore'
import type { CID } from 'multiformats/cid'
import type { Block, ReadOneOptions, StoreOptions } from './block.ts'
import type { BlockstoreCapabilities, SessionCapabilities } from './capabilities.ts'

export type { Block, ReadOneOptions, StoreOptions } from './block.ts'

/** Stored totals, so that they need no scan. */
export interface BlockstoreStat {
  /** number of blocks */
  blocks: number
  /** bytes of all block values */
  bytes: number
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
   * @throws if an earlier write failed (QuotaExceededError for a full disk)
   */
  put: (cid: CID, bytes: Uint8Array) => Promise<void>
  /**
   * Resolves when every block of the session belongs to the store, whether or not a crash follows. Never rejects for a
   * prepared session.
   */
  commit: () => Promise<void>
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
  /** the optional abilities of this session */
  readonly capabilities: Partial<SessionCapabilities>
}

/**
 * Stores blocks. Keys are multihashes: a CIDv0, its CIDv1 and a raw CID with the same multihash are one block, as in
 * Kubo. Extends the standard interface with whole-block reads, sizes, counters and write sessions. Everything that only
 * some stores can do is in `capabilities`.
 *
 * `delete` of a missing block is no error. `getAll` yields raw CIDv1s and loads values only on demand.
 */
export interface Blockstore extends StandardBlockstore {
  /**
   * Reads a whole block. Do not write to the returned bytes, nor transfer their buffer: neighbours may share it.
   *
   * @throws NotFoundError if the block is not in the store
   */
  bytes: (cid: CID, options?: ReadOneOptions) => Promise<Uint8Array>
  /**
   * Yields whole blocks in the order of the CIDs, reading neighbours together. Reads ahead a bounded number of bytes.
   *
   * @throws NotFoundError at the first missing block
   */
  bytesMany: (cids: Iterable<CID> | AsyncIterable<CID>, options?: StoreOptions) => AsyncIterable<Block>
  /** Returns the size in bytes without reading the value; `undefined` if the block is not in the store. */
  size: (cid: CID, options?: StoreOptions) => Promise<number | undefined>
  /** Yields the CID (raw codec, version 1) of every block; loads no values. */
  keys: (options?: StoreOptions) => AsyncIterable<CID>
  session: (bounds?: WriteBounds) => WriteSession
  /** Deletes many blocks in few transactions; durable when it resolves. */
  remove: (cids: Iterable<CID> | AsyncIterable<CID>, options?: StoreOptions) => Promise<void>
  /** Resolves when all earlier puts are durable. */
  flush: () => Promise<void>
  stat: () => Promise<BlockstoreStat>
  close: () => Promise<void>
  /** the optional abilities of this store; a wrapper passes on those that it does not invalidate */
  readonly capabilities: Partial<BlockstoreCapabilities>
}
