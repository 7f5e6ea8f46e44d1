import type { RetrievalReport } from '../exchange/retrieval-report.ts'

/**
 * The calls of a block reader through a port. CIDs are sent as text: their bytes are often a view into a whole block,
 * which would be cloned.
 */
export interface BlockCalls {
  /** Reads a block of the store. */
  bytes: { input: string; value: Uint8Array }
  /** Reads blocks of the store in this order, up to the first that is missing. */
  bytesMany: { input: string[]; value: Uint8Array }
  /** Returns sizes in bytes, undefined for blocks that are not in the store. */
  sizes: { input: string[]; value: Array<number | undefined> }
  /**
   * Returns parts of blocks of the store as a Blob, which is read without either end of the port; undefined if the
   * store cannot.
   */
  blob: { input: Array<{ cid: string; size: number; start: number; end: number }>; value: Blob | undefined }
  /**
   * Fetches a block from the exchange. All wants with one session number belong together. `about` and `all` are
   * announcements of the reader since the last want (`ExchangeSession`).
   */
  want: { input: { cid: string; session: number; about?: string; all?: string }; value: Uint8Array }
  /** Returns the asked sources of a session so far; undefined if there are none. */
  report: { input: { session: number }; value: RetrievalReport | undefined }
}
