import type { CID } from 'multiformats/cid'
import type { RetrievalReport } from './retrieval-report.ts'

export interface WantOptions {
  /** Cancels the want. */
  signal: AbortSignal
  /**
   * Resolves if the bytes match the CID, rejects if not. For an exchange that can ask another source after wrong bytes.
   * The reader verifies in any case, but does not hash again if this succeeded.
   */
  verify: (bytes: Uint8Array) => Promise<void>
  /**
   * Called by an exchange that has already verified these bytes, because it finds the block of a message only by
   * hashing.
   */
  verified?: (bytes: Uint8Array) => void
}

/** The fetches of one request. Remembers sources that had blocks, and asks them first (boxo `exchange.Fetcher`). */
export interface ExchangeSession {
  /**
   * Waits for a block and returns its bytes. A reader requests up to 64 blocks concurrently. Requests of the same task
   * can be sent in one message.
   *
   * Rejects if `signal` aborts or the exchange stops. Otherwise only if no source is left (BlockNotFoundError). If new
   * sources may appear, as for a node with peers, it waits: a block that no peer has today may exist tomorrow.
   */
  get: (cid: CID, options: WantOptions) => Promise<Uint8Array>
  /**
   * Announces that the next requests belong to the content of this root, so that sources that have it are asked first.
   */
  about?: (root: CID) => void
  /** Announces that a reader is going to read a whole DAG, in link order, so that it may be fetched in one request. */
  expectAll?: (root: CID) => void
  /** Returns the asked sources and their results so far. */
  report?: () => RetrievalReport
}
