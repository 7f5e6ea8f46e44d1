import type { Folder } from './folders.ts'

/** A peer outside the browser, on go-libp2p and boxo. */
export interface FarPeer {
  addresses: readonly string[]
  /**
   * Fills the peer with a folder of new random bytes.
   *
   * @returns the root and blocks for fetching it
   */
  fill: (folder: Folder) => Promise<Content>
  connect: (address: string) => Promise<void>
  /** Fetches a content by bitswap from the connected peers, and returns the duration in milliseconds. */
  fetch: (content: Content) => Promise<number>
  end: () => Promise<void>
}

/** A folder, with all of its blocks. */
export interface Content {
  root: string
  cids: readonly string[]
}

/** A kind of peers outside the browser. */
export interface FarPeers {
  /** name in the rows */
  name: string
  start: () => Promise<FarPeer>
}
