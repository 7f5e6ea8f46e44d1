import type { CID } from 'multiformats/cid'

/** Statistics since the node has started (boxo `bitswap.Stat`). */
export interface ExchangeStat {
  /** The blocks that peers are asked for now. */
  wants: CID[]
  /** Peer IDs. */
  peers: string[]
  blocksReceived: number
  /** In bytes. */
  dataReceived: number
  /** Received blocks that were in the store already. */
  duplicatesReceived: number
  /** In bytes. */
  duplicateDataReceived: number
  messagesReceived: number
  blocksSent: number
  /** In bytes. */
  dataSent: number
}

/** Statistics of one peer (boxo `bitswap/server.Receipt`). */
export interface ExchangeLedger {
  /** In bytes. */
  sent: number
  received: number
  /** The number of exchanges. */
  exchanges: number
}
