import type { Folder } from './folders.ts'

/** A peer outside of the browser, on go-libp2p and boxo. */
export interface FarPeer {
  addresses: readonly string[]
  /** Gives it a folder of bytes that no store has seen. @returns what it is fetched by */
  fill: (folder: Folder) => Promise<Content>
  connect: (address: string) => Promise<void>
  /** What it takes the peer to fetch a content by bitswap from those that it is connected to, in milliseconds. */
  fetch: (content: Content) => Promise<number>
  end: () => Promise<void>
}

/** A folder, and all blocks that it is made of. */
export interface Content {
  root: string
  cids: readonly string[]
}

/** How such peers are started. */
export interface FarPeers {
  /** as the rows name them */
  name: string
  start: () => Promise<FarPeer>
}
