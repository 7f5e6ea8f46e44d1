import type { Blockstore as StandardBlockstore } from 'interface-blockstore'
import type { Batch } from 'interface-datastore'
import type { CID } from 'multiformats/cid'

export interface StoreOptions {
  signal?: AbortSignal
}

export interface LotOptions extends StoreOptions {
  /** blocks that are larger, or missing, or damaged, are passed over then */
  maxBlockBytes?: number
  /** The caller looks for links: a dag-pb block of which the store knows that it has none may come without its bytes, and with its `size`. */
  linksAlone?: boolean
}

/** Totals kept beside the data, so that they are an answer and not a scan. */
export interface BlockstoreStat {
  /** number of blocks */
  blocks: number
  /** bytes of all block values */
  bytes: number
}

/** A block on its way into the store. The bytes belong to the store from the call on: do not write to them again. */
export interface Block {
  cid: CID
  bytes: Uint8Array
  /** of a block that was read without its bytes (`LotOptions.linksAlone`): how many these are */
  size?: number
}

/** What commits a prepared session: rows of the repo's datastore, which go into one batch with what belongs to the blocks (pins). */
export interface CommitRecord {
  addTo: (batch: Batch) => void
  /** Whether such a batch was written, asked when its `commit` has failed. @throws when that cannot be known now */
  stands: () => Promise<boolean>
}

/** How much of a session is written at once at most, where the store writes many blocks at once; the store's own bounds hold all the same. */
export interface WriteBounds {
  blocks?: number
  /** the block that reaches it is the last */
  bytes?: number
  /** what is written lets something be removed: on a full disk it may have the room that is kept for that */
  makesRoom?: boolean
}

/**
 * The writes of one command (`add`, `dag/import`, `block/put`, …), kept or undone as a whole.
 *
 * Blocks put into a session can be read at once by everybody. Until `commit` the store remembers, durably, which of
 * them this session brought; `rollback`, or the next opening of the store after a kill, removes exactly those that
 * were not there before and that nobody else has put meanwhile.
 */
export interface WriteSession {
  /**
   * Hands a block over. Resolves when there is room for the next one, not when the block is on disk (that is `commit`),
   * so awaiting every `put` gives backpressure with a bounded number of bytes in flight.
   * Rejects when an earlier write failed (a full disk: `QuotaExceededError`).
   *
   * @param isContent - the bytes are the content of a leaf of a file, and the block is the leaf of dag-pb that has nothing else (`leafOf`): made when it is
   * read, since memory for each takes as long as hashing it. Sessions take that which have `stage`.
   */
  put: (cid: CID, bytes: Uint8Array, isContent?: boolean) => Promise<void>
  /**
   * Keeps bytes before anybody knows what blocks they are. A block that is put into this session and is a part of what `KeptBytes` gives (the same buffer), or the leaf
   * of one, is not written again. Of what no block is made nothing stays. Where the bytes are a Blob of the browser they are kept without a way through the caller.
   * What is staged meanwhile is kept together. A store that gains nothing by it leaves it out.
   *
   * @returns undefined where it gains nothing this time: put the blocks as always
   * @throws why the bytes cannot be read or kept (QuotaExceededError); the session can go on
   */
  stage?: (content: Blob) => Promise<KeptBytes | undefined>
  /** Resolves when every block of the session belongs to the store, a kill or not. It never rejects for a prepared session. */
  commit: () => Promise<void>
  /**
   * As `commit`, with a mark that the store keeps in the same step in place of the last one (`mark`): a cut leaves both or neither. Resolves when both,
   * and what others have put before, are on the disk. A store that keeps none, or does not wait for the disk, leaves it out.
   */
  commitWith?: (mark: string) => Promise<void>
  /**
   * The first half of a commit that goes together with something in the repo's datastore: resolves when every block is durable, those too
   * that others have put before.
   * They still hang on the session, which takes no more. From the moment at which a batch with the record is written the session is
   * committed, a kill before `commit` or not; call `commit` then, and `rollback` when it is known not to be written.
   */
  prepare: () => Promise<CommitRecord>
  /** Removes what this session brought. Never rejects because of an earlier failed write. Safe to call after commit (no effect). */
  rollback: () => Promise<void>
}

/** Reads what is kept of bytes that were staged: a view of one buffer, in memory from now on. To be called once. @throws why it cannot be read */
export type KeptBytes = () => Promise<Uint8Array>

/** What is noted of some blocks, in numbers. What they say is up to who writes them. */
export type Note = readonly number[]

/**
 * What was found out about blocks, and is right as long as these are here: as soon as any block leaves the store all notes are
 * forgotten, in the same step. A cache; they may be forgotten at any time. A note is found by a key that its writer makes of what it is about.
 */
export interface BlockNotes {
  /**
   * Notes in the order of their keys, undefined where there is none. Never rejects.
   *
   * @returns `epoch` is for notes of what is read from now on; undefined where none can be taken
   */
  read: (keys: readonly Uint8Array[]) => Promise<{ notes: Array<Note | undefined>, epoch: string | undefined }>
  /**
   * Keeps notes, unless some were forgotten since `read` has told the epoch. They are durable with the next barrier. It may go on when it has
   * returned, and never fails: what there is no room for is not kept.
   */
  write: (notes: ReadonlyArray<readonly [key: Uint8Array, note: Note]>, epoch: string) => void
}

/** Bytes of a block: all, or a part of it. */
export interface BlockPart {
  cid: CID
  /** bytes of the whole block, as the asker expects them */
  size: number
  /** the part, within the block */
  start: number
  end: number
  /** the block is the leaf of a file, of dag-pb: its content is meant in place of all of it */
  isContent?: boolean
}

/**
 * Where blocks live. Keys are multihashes: a CIDv0, its CIDv1 and a raw CID over the same multihash are one block,
 * as in Kubo. Extends the field's standard interface with whole-block reads, sizes, counters and write sessions.
 * `delete` of a missing block is no error. `getAll` yields raw-codec CIDv1s and loads values only when they are asked for.
 */
export interface Blockstore extends StandardBlockstore {
  /** The whole block; an error named `NotFoundError` when it is not here. Do not write to the returned bytes, nor transfer their buffer: neighbours may share it. */
  bytes: (cid: CID, options?: StoreOptions) => Promise<Uint8Array>
  /**
   * Whole blocks in the order of the CIDs, reading neighbours together. Rejects with `NotFoundError` at the first missing block.
   * Reads ahead by a bounded number of bytes only.
   */
  bytesMany: (cids: Iterable<CID> | AsyncIterable<CID>, options?: StoreOptions) => AsyncIterable<Block>
  /**
   * As `bytesMany`, in lots of blocks that were read together and come without a wait for each. A store that has none of its own
   * leaves it out.
   */
  bytesLots?: (cids: Iterable<CID>, options?: LotOptions) => AsyncIterable<Block[]>
  /**
   * Parts of blocks one after the other as a Blob, none of it in memory: the browser reads it past the worker.
   * `undefined` where the store has no such Blob to give: it keeps its blocks otherwise, lacks one of them or has one of
   * another size, one is no leaf whose content is meant, or the parts lie about so much that reading the blocks is better. Deleting blocks does not change it.
   */
  blob?: (parts: readonly BlockPart[], options?: StoreOptions) => Promise<Blob | undefined>
  /**
   * The bytes of parts of blocks one after the other, where that is quicker than reading the blocks: they lie side by side, none of these is in memory, and nobody has read up to where
   * they begin. `undefined` else.
   */
  range?: (parts: readonly BlockPart[], options?: StoreOptions) => Promise<Uint8Array | undefined>
  /** A store that cannot forget them in the step that removes a block leaves it out. */
  readonly notes?: BlockNotes
  /** Size in bytes without reading the value; `undefined` when the block is not here. */
  size: (cid: CID, options?: StoreOptions) => Promise<number | undefined>
  /** The CID (raw codec, version 1) of every block; no value is loaded. */
  keys: (options?: StoreOptions) => AsyncIterable<CID>
  session: (bounds?: WriteBounds) => WriteSession
  /** What the last session that brought one has left (`commitWith`). */
  mark?: () => Promise<string | undefined>
  /** Deletes many blocks in few transactions; durable when it resolves. */
  remove: (cids: Iterable<CID> | AsyncIterable<CID>, options?: StoreOptions) => Promise<void>
  /** Resolves when all that was put before is durable. */
  flush: () => Promise<void>
  stat: () => Promise<BlockstoreStat>
  close: () => Promise<void>
  /** What the store goes on to write behind its answers; undefined when that is nothing. Never rejects. */
  background?: () => Promise<void> | undefined
}
