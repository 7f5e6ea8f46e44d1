import type { CID } from 'multiformats/cid'
import { RecentMap } from '../bytes/recent-map.ts'
import type { ExchangeLedger, ExchangeStat } from './exchange-stat.ts'

/** Peers whose ledger is known, those that something was exchanged with last: strangers come under ever new names. Boxo forgets one that leaves (`scoreledger.go`). */
const MAX_LEDGERS = 1024

/** Counts what an exchange sends and receives, as a whole and by peer. */
export class ExchangeCounts {
  readonly #ledgers = new RecentMap<string, ExchangeLedger>({ max: MAX_LEDGERS })
  readonly #counts = { blocksReceived: 0, dataReceived: 0, duplicatesReceived: 0, duplicateDataReceived: 0, messagesReceived: 0, blocksSent: 0, dataSent: 0 }

  /** A message with blocks in it, or with none. @param isDuplicate - whether the block at this place was here */
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

  /** Zeros for a peer that nothing was exchanged with. */
  ledger (peer: string): ExchangeLedger {
    return { sent: 0, received: 0, exchanges: 0, ...this.#ledgers.peek(peer) }
  }

  /** @param wants - what peers are asked for now */
  stat (wants: Iterable<CID> = [], peers: Iterable<string> = []): ExchangeStat {
    return { ...this.#counts, wants: [...wants], peers: [...peers] }
  }

  #of (peer: string): ExchangeLedger {
    return this.#ledgers.getOrMake(peer, () => ({ sent: 0, received: 0, exchanges: 0 }))
  }
}
