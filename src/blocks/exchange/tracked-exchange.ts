import type { CID } from 'multiformats/cid'
import type { Block } from '../../store/blockstore/blockstore.ts'
import type { ExchangeSession } from './exchange-session.ts'
import type { ExchangeLedger, ExchangeStat } from './exchange-stat.ts'
import type { Exchange, SessionOptions } from './exchange.ts'
import { NOTHING_ASKED } from './retrieval-report.ts'
import type { RetrievalReport } from './retrieval-report.ts'

/** A session with pending blocks. */
export interface Lookup {
  /** The root of the content that is read, or else a pending block. */
  root: CID
  report: RetrievalReport
}

/** Wraps an exchange, and lists its sessions with pending blocks. */
export class TrackedExchange implements Exchange {
  readonly #exchange: Exchange
  readonly #lookups = new Map<ExchangeSession, { root: CID; pending: number }>()

  constructor (exchange: Exchange) {
    this.#exchange = exchange
  }

  /** Returns the sessions that wait for blocks, oldest first. */
  lookups (): Lookup[] {
    return [...this.#lookups].map(([session, { root }]) => ({ root, report: session.report?.() ?? NOTHING_ASKED }))
  }

  session (options?: SessionOptions): ExchangeSession | undefined {
    const session = this.#exchange.session(options)
    let about: CID | undefined

    return session == null ? undefined : {
      get: async (cid, options) => {
        const lookup = this.#lookups.get(session) ?? { root: about ?? cid, pending: 0 }
        this.#lookups.set(session, lookup)
        lookup.pending++

        try {
          return await session.get(cid, options)
        } finally {
          if (--lookup.pending === 0) {
            this.#lookups.delete(session)
          }
        }
      },
      about: (root) => {
        about = root
        session.about?.(root)
      },
      expectAll: (root) => {
        session.expectAll?.(root)
      },
      report: () => session.report?.() ?? NOTHING_ASKED
    }
  }

  notify (blocks: readonly Block[]): void {
    this.#exchange.notify(blocks)
  }

  stat (): ExchangeStat {
    return this.#exchange.stat()
  }

  ledger (peer: string): ExchangeLedger {
    return this.#exchange.ledger(peer)
  }

  wantsOf (peer: string): CID[] | undefined {
    return this.#exchange.wantsOf(peer)
  }

  async start (): Promise<void> {
    await this.#exchange.start?.()
  }

  async stop (): Promise<void> {
    await this.#exchange.stop?.()
  }
}
