import type { CID } from 'multiformats/cid'

export interface WantOptions {
  /** ends the want */
  signal: AbortSignal
  /**
   * Resolves when these are the bytes of the block, else rejects. For an exchange that has others to ask when one sends wrong
   * bytes; the reader refuses them in any case, and does not hash again what was found right here.
   */
  verify: (bytes: Uint8Array) => Promise<void>
}

/** What one request asks an exchange for. It remembers who had blocks, and asks them first for the next ones (boxo `exchange.Fetcher`). */
export interface ExchangeSession {
  /**
   * Waits for a block and gives its bytes. Readers ask for many at once, up to 64 a reader, without waiting for one before
   * they ask for the next: what is asked for in one task can go out as one message.
   *
   * Rejects when `signal` aborts or the exchange is stopped, and else only when the block can never be had: online, a block that nobody has today may be there
   * tomorrow.
   */
  get: (cid: CID, options: WantOptions) => Promise<Uint8Array>
}
