import type { CID } from 'multiformats/cid'
import type { Block } from '../../store/blockstore/blockstore.ts'
import type { ExchangeSession } from './exchange-session.ts'
import type { ExchangeLedger, ExchangeStat } from './exchange-stat.ts'

export interface SessionOptions {
  /** Base URLs of trustless gateways that should have the content, from `originUrl`; default none. */
  origins?: readonly string[]
}

/**
 * Fetches blocks that are not in the local store, and serves blocks to others: peers, trustless gateways (boxo
 * `exchange.SessionExchange`; can wrap a block broker of `@helia/interface`). Passed to a node by `createNode({
 * exchange: (deps) => … })`.
 */
export interface Exchange {
  /**
   * Creates a session for one request, shared by all of its readers. It costs nothing until a block is requested, and
   * needs no cleanup: without pending requests it only uses memory. Returns undefined if the current configuration
   * allows no source; the request is offline then.
   */
  session: (options?: SessionOptions) => ExchangeSession | undefined
  /**
   * Announces blocks that have arrived in the local store, from any writer: delivers them to waiting requests, and to
   * peers that want them. Must not throw, and must be fast.
   */
  notify: (blocks: readonly Block[]) => void
  /** Returns totals, and the blocks that peers are asked for now. */
  stat: () => ExchangeStat
  /**
   * Returns the ledger of a peer, zeros for an unknown one.
   *
   * @param peer - ID in base58
   */
  ledger: (peer: string) => ExchangeLedger
  /** Returns the blocks that a peer wants from this node; undefined if it is not connected. */
  wantsOf: (peer: string) => CID[] | undefined
  /** Called once, before the node is used. Slow work continues in the background. */
  start?: () => Promise<void>
  /** Called once, while the stores are still open. Pending requests reject. */
  stop?: () => Promise<void>
}
