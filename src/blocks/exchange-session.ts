import type { CID } from 'multiformats/cid'
import type { RetrievalReport } from './retrieval-report.ts'

export interface WantOptions {
  /** ends the want */
  signal: AbortSignal
  /**
   * Resolves when these are the bytes of the block, else rejects. For an exchange that has others to ask when one sends wrong
   * bytes; the reader refuses them in any case, and does not hash again what was found right here.
   */
  verify: (bytes: Uint8Array) => Promise<void>
  /** Told that these bytes were compared with the hash already, by one that knows only by hashing which block they are. */
  verified?: (bytes: Uint8Array) => void
}

/** What one request asks an exchange for. It remembers who had blocks, and asks them first for the next ones (boxo `exchange.Fetcher`). */
export interface ExchangeSession {
  /**
   * Waits for a block and gives its bytes. Readers ask for many at once, up to 64 a reader, without waiting for one before
   * they ask for the next: what is asked for in one task can go out as one message.
   *
   * Rejects when `signal` aborts or the exchange is stopped, and else only when nobody is left to ask: online, a block that
   * nobody has today may be there tomorrow, so where others may come along it waits. An error named BlockNotFoundError then.
   */
  get: (cid: CID, options: WantOptions) => Promise<Uint8Array>
  /** What is asked for next belongs to the content of this root: whoever has that is likely to have it. */
  about?: (root: CID) => void
  /** A reader is going to go through all of a DAG, in the order of its links: it may be asked for as a whole. */
  expectAll?: (root: CID) => void
  /** Who was asked and what came of it, so far. */
  report?: () => RetrievalReport
}
