import type { CID } from 'multiformats/cid'
import type { Block } from '../store/blockstore.ts'
import type { ExchangeSession } from './exchange-session.ts'
import type { ExchangeLedger, ExchangeStat } from './exchange-stat.ts'

export interface SessionOptions {
  /** base URLs of trustless gateways that are said to have what is asked for, as `originUrl` gives them; nobody is when left out */
  origins?: readonly string[]
}

/**
 * Where blocks come from that are not in the local store, and where those go that others want: peers, trustless gateways
 * (boxo `exchange.SessionExchange`; a block broker of `@helia/interface` fits behind it). Given to a node by
 * `createNode({ exchange: (deps) => … })`.
 */
export interface Exchange {
  /**
   * A session for one request, which all readers of the request share. Costs nothing until something is asked for, holds nothing
   * but memory while none of its gets waits, and so needs no end. Undefined where the settings of the moment leave nobody to
   * ask: the request is offline then.
   */
  session: (options?: SessionOptions) => ExchangeSession | undefined
  /** Tells of blocks that have come into the local store, whoever brought them: those who wait for one get it, peers that want one are sent it. Must not throw and must be quick. */
  notify: (blocks: readonly Block[]) => void
  /** What was exchanged, and what peers are asked for at this moment. */
  stat: () => ExchangeStat
  /** What was exchanged with one peer, zeros for a stranger. @param peer - ID in base58 */
  ledger: (peer: string) => ExchangeLedger
  /** What a peer wants of this node; undefined for one that is not connected */
  wantsOf: (peer: string) => CID[] | undefined
  /** Called once, before the node is used. What takes long goes on behind it. */
  start?: () => Promise<void>
  /** Called once, while the stores are still open. Waiting gets reject. */
  stop?: () => Promise<void>
}
