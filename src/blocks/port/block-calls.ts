import type { RetrievalReport } from '../retrieval-report.ts'

/** What a reader of blocks asks through a port. CIDs are text: bytes of one are often a view into a whole block, which would be cloned. */
export interface BlockCalls {
  /** a block of the store */
  bytes: { input: string, value: Uint8Array }
  /** blocks of the store in this order, up to the first that is missing */
  bytesMany: { input: string[], value: Uint8Array }
  /** sizes in bytes, undefined of those that are not in the store */
  sizes: { input: string[], value: Array<number | undefined> }
  /** parts of blocks of the store as a Blob, which is read past both ends; undefined where the store gives none */
  blob: { input: Array<{ cid: string, size: number, start: number, end: number }>, value: Blob | undefined }
  /**
   * a block from the exchange, by a session of the caller's: all wants with one number belong together. `about` and `all` are what the
   * reader has said of the content since the last want (`ExchangeSession`)
   */
  want: { input: { cid: string, session: number, about?: string, all?: string }, value: Uint8Array }
  /** who was asked for the wants of a session, so far; undefined where nobody was */
  report: { input: { session: number }, value: RetrievalReport | undefined }
}
