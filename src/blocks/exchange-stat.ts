import type { CID } from 'multiformats/cid'

/** What was exchanged with peers since the node has started (boxo `bitswap.Stat`). */
export interface ExchangeStat {
  /** blocks that peers are asked for now */
  wants: CID[]
  /** IDs of the peers */
  peers: string[]
  blocksReceived: number
  /** bytes */
  dataReceived: number
  /** blocks that came though they were here */
  duplicatesReceived: number
  /** bytes */
  duplicateDataReceived: number
  messagesReceived: number
  blocksSent: number
  /** bytes */
  dataSent: number
}

/** What was exchanged with one peer (boxo `bitswap/server.Receipt`). */
export interface ExchangeLedger {
  /** bytes */
  sent: number
  received: number
  /** how often something was */
  exchanges: number
}
