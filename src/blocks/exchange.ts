import type { CID } from 'multiformats/cid'

/**
 * Where blocks come from that are not in the local store: peers, trustless gateways.
 * Bitswap and the rest of the network attach here.
 */
export interface Exchange {
  /**
   * Waits for a block and gives its verified bytes.
   * Rejects only when `signal` aborts: online, a block that nobody has today may be there tomorrow.
   */
  get: (cid: CID, options: { signal: AbortSignal }) => Promise<Uint8Array>
}
