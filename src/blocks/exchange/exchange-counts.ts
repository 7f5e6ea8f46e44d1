import type { CID } from 'multiformats/cid'
import { RecentMap } from '../../bytes/recent-map.ts'
import type { ExchangeLedger, ExchangeStat } from './exchange-stat.ts'

/**
 * The maximum number of ledgers, least recently used evicted first, because unknown peers appear with ever new IDs.
 * Boxo drops the ledger of a peer that disconnects (`scoreledger.go`).
 */
const MAX_LEDGERS = 1024

/** Counts sent and received blocks of an exchange, in total and per peer. */
export class ExchangeCounts {
  readonly #ledgers = new RecentMap<string, ExchangeLedger>({ max: MAX_LEDGERS })
  readonly #counts = {
    blocksReceived: 0,
    dataReceived: 0,
    duplicatesReceived: 0,
    duplicateDataReceived: 0,
    messagesReceived: 0,
    blocksSent: 0,
    dataSent: 0
  }

  /**
   * Counts a received message, with or without blocks.
   *
   * @param isDuplicate - whether the block at this index was in the store already
   */
  received (peer: string, blockBytes: readonly number[], isDuplicate: (i: number) => boolean = () => false): void {
    this.#counts.messagesReceived++

    blockBytes.forEach((bytes, i) => {
      this.#counts.blocksReceived++
      this.#counts.dataReceived += bytes

      if (isDuplicate(i)) {
        this.#counts.duplicatesReceived++
        this.#counts.duplicateDataReceived += bytes
      }

      const ledger = this.#of(peer)
      ledger.received += bytes
      ledger.exchanges++
    })
  }

  sent (peer: string, blockBytes: number): void {
    this.#counts.blocksSent++
    this.#counts.dataSent += blockBytes
    const ledger = this.#of(peer)
    ledger.sent += blockBytes
    ledger.exchanges++
  }

  /** Returns the ledger of a peer; zeros for an unknown peer. */
  ledger (peer: string): ExchangeLedger {
    return { sent: 0, received: 0, exchanges: 0, ...this.#ledgers.peek(peer) }
  }

  /**
   * Returns the totals.
   *
   * @param wants - the blocks that peers are asked for now
   */
  stat (wants: Iterable<CID> = [], peers: Iterable<string> = []): ExchangeStat {
    return { ...this.#counts, wants: [...wants], peers: [...peers] }
  }

  #of (peer: string): ExchangeLedger {
    return this.#ledgers.getOrMake(peer, () => ({ sent: 0, received: 0, exchanges: 0 }))
  }
}
