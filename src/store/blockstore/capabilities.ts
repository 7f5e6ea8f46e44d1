import type { CID } from 'multiformats/cid'
import type { ContentPolicy } from '../../denylist/content-policy.ts'
import type { Block, StoreOptions } from './block.ts'

/*
 * Optional abilities of blockstores and write sessions. A caller asks for one by its name
 * (`store.capabilities.extents?.blob(parts)`) and falls back to the core interface without it. None changes a result:
 * each only makes something faster, or atomic in one step instead of two.
 */

/** Optional abilities of a blockstore. */
export interface BlockstoreCapabilities {
  batches: BatchReader
  extents: ExtentReader
  notes: NoteStore
  mark: MarkReader
  background: BackgroundWriter
  /** decides which blocks may be read and served; the store itself has them all */
  policy: ContentPolicy
}

/** Optional abilities of a write session. */
export interface SessionCapabilities {
  staging: StagingSession
  marking: MarkingSession
  adopting: AdoptingSession
}

export interface BatchOptions extends StoreOptions {
  /** skips blocks that are larger, missing or damaged */
  maxBlockBytes?: number
  /**
   * The caller only looks for links. A dag-pb block that is known to have none may be yielded without its bytes, with
   * its `size`.
   */
  linksAlone?: boolean
}

/** Reads blocks in batches that arrive together. */
export interface BatchReader {
  /** Same as `bytesMany`, in batches of blocks that were read together. */
  readBatches: (cids: Iterable<CID>, options?: BatchOptions) => AsyncIterable<Block[]>
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

/** Reads consecutive parts of blocks by where they are stored, without reading the blocks. */
export interface ExtentReader {
  /**
   * Returns consecutive parts of blocks as a Blob, none of it in memory: the browser reads it without the worker.
   * Deleting blocks does not change it.
   *
   * @returns undefined if the store has no Blob for them: blocks are stored in another form, one is missing or has
   *   another size, one is no leaf with the wanted payload, or the parts are too scattered
   */
  blob: (parts: readonly BlockPart[], options?: StoreOptions) => Promise<Blob | undefined>
  /**
   * Returns consecutive parts of blocks if that is faster than reading the blocks: they are adjacent on disk, none is
   * in memory, and no reader has just stopped where they begin. Otherwise undefined.
   */
  range: (parts: readonly BlockPart[], options?: StoreOptions) => Promise<Uint8Array | undefined>
}

/** Facts about blocks, as numbers. Their writer defines their meaning. */
export type Note = readonly number[]

/**
 * A cache of facts about blocks that hold as long as the blocks exist. When any block leaves the store, the same step
 * deletes all notes. They may be deleted at any time. The key of a note is derived from its subject by its writer. Only
 * stores that can delete notes in the step that removes a block have it.
 */
export interface NoteStore {
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

/** Reads the mark, a short text that a session replaces together with its blocks (`MarkingSession`). */
export interface MarkReader {
  /** Returns the mark that the last session with one has left. */
  mark: () => Promise<string | undefined>
}

/** Continues writes after their callers have been answered. */
export interface BackgroundWriter {
  /** Resolves when writes that continue in the background are done; undefined if there are none. Never rejects. */
  background: () => Promise<void> | undefined
}

/**
 * Reads staged bytes back: a view of one buffer, in memory from now on. Call it once.
 *
 * @throws if the bytes cannot be read
 */
export type StagedBytes = () => Promise<Uint8Array>

/** A session that stores bytes before their blocks are known. */
export interface StagingSession {
  /**
   * Stores bytes before their blocks are known. Returns them as a buffer (`StagedBytes`).
   *
   * A block of this session that is a view of that buffer, or the leaf around one, is not written again. Bytes that no
   * block uses are deleted. A Blob of the browser is stored without passing through the caller. Concurrent calls share
   * a transaction.
   *
   * @returns undefined if staging gains nothing this time: put the blocks as usual
   * @throws if the bytes cannot be read or stored (QuotaExceededError); the session stays usable
   */
  stage: (content: Blob) => Promise<StagedBytes | undefined>
  /**
   * Puts the dag-pb leaf of a file, given by its payload (`leafOf`). The leaf is built when it is read, since
   * allocating each takes as long as hashing it.
   *
   * @throws as `WriteSession.put`
   */
  putPayload: (cid: CID, payload: Uint8Array) => Promise<void>
}

/** A block whose bytes are in a segment of the store's bucket. */
export interface PlacedBlock {
  multihash: Uint8Array
  /** length in bytes */
  size: number
  /** offset in the segment */
  start: number
}

/** A session that adds blocks whose bytes another process has written into the store's bucket. */
export interface AdoptingSession {
  /**
   * Adds the blocks of a written segment, as `WriteSession.put` does, in one transaction. Blocks that the store has
   * already stay where they are.
   *
   * @param bytes - length of the segment
   * @throws if the store did not grant the segment to a writer, or has taken it back
   */
  adopt: (segment: number, bytes: number, blocks: readonly PlacedBlock[]) => Promise<void>
}

/** A session that replaces the mark of the store atomically with its commit. */
export interface MarkingSession {
  /**
   * Same as `commit`, and replaces the mark of the store (`MarkReader`) in the same step: a crash leaves both or
   * neither. Resolves when both, and all earlier puts, are on the disk.
   */
  commitWith: (mark: string) => Promise<void>
}
