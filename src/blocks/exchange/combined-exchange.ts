import type { CID } from 'multiformats/cid'
import { isError } from '../../errors/define-error.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import { BlockNotFoundError } from './block-not-found-error.ts'
import type { ExchangeSession, WantOptions } from './exchange-session.ts'
import type { ExchangeLedger, ExchangeStat } from './exchange-stat.ts'
import type { Exchange, SessionOptions } from './exchange.ts'
import type { RetrievalReport } from './retrieval-report.ts'

/** Combines several exchanges: each block is requested from all of them, and the first answer cancels the others. */
export class CombinedExchange implements Exchange {
  readonly #exchanges: readonly Exchange[]

  constructor (exchanges: readonly Exchange[]) {
    this.#exchanges = exchanges
  }

  /** Returns a session; undefined if none of the exchanges has any source. */
  session (options?: SessionOptions): ExchangeSession | undefined {
    const sessions = this.#exchanges.flatMap((exchange) => exchange.session(options) ?? [])

    return sessions.length < 2 ? sessions[0] : {
      get: async (cid, options) => await raceSessions(sessions, cid, options),
      about: (root) => {
        sessions.forEach((session) => {
          session.about?.(root)
        })
      },
      expectAll: (root) => {
        sessions.forEach((session) => {
          session.expectAll?.(root)
        })
      },
      report: () => mergeReports(sessions.flatMap((session) => session.report?.() ?? []))
    }
  }

  notify (blocks: readonly Block[]): void {
    this.#exchanges.forEach((exchange) => {
      exchange.notify(blocks)
    })
  }

  stat (): ExchangeStat {
    const stats = this.#exchanges.map((exchange) => exchange.stat())
    const sum = (count: (stat: ExchangeStat) => number): number => stats.reduce((total, stat) => total + count(stat), 0)
    // The same block is wanted from all of them.
    const wants = new Map(stats.flatMap(({ wants }) => wants).map((cid) => [cid.toString(), cid]))

    return {
      wants: [...wants.values()],
      peers: stats.flatMap(({ peers }) => peers),
      blocksReceived: sum(({ blocksReceived }) => blocksReceived),
      dataReceived: sum(({ dataReceived }) => dataReceived),
      duplicatesReceived: sum(({ duplicatesReceived }) => duplicatesReceived),
      duplicateDataReceived: sum(({ duplicateDataReceived }) => duplicateDataReceived),
      messagesReceived: sum(({ messagesReceived }) => messagesReceived),
      blocksSent: sum(({ blocksSent }) => blocksSent),
      dataSent: sum(({ dataSent }) => dataSent)
    }
  }

  ledger (peer: string): ExchangeLedger {
    const ledgers = this.#exchanges.map((exchange) => exchange.ledger(peer))
    return ledgers.reduce((a, b) => ({
      sent: a.sent + b.sent,
      received: a.received + b.received,
      exchanges: a.exchanges + b.exchanges
    }))
  }

  wantsOf (peer: string): CID[] | undefined {
    const wants = this.#exchanges.flatMap((exchange) => exchange.wantsOf(peer) ?? [])
    return wants.length === 0 ? undefined : wants
  }

  async start (): Promise<void> {
    await Promise.all(this.#exchanges.map(async (exchange) => {
      await exchange.start?.()
    }))
  }

  async stop (): Promise<void> {
    await Promise.all(this.#exchanges.map(async (exchange) => {
      await exchange.stop?.()
    }))
  }
}

async function raceSessions (
  sessions: readonly ExchangeSession[],
  cid: CID,
  options: WantOptions
): Promise<Uint8Array> {
  const ending = new AbortController()
  const signal = AbortSignal.any([options.signal, ending.signal])

  try {
    return await Promise.any(sessions.map(async (session) => await session.get(cid, { ...options, signal })))
  } catch (err) {
    options.signal.throwIfAborted()
    const { errors } = err as AggregateError
    // Prefers BlockNotFoundError, which explains more than an exchange that is not running.
    throw (errors as Error[]).find((error) => isError(error, BlockNotFoundError)) ?? errors[0]
  } finally {
    ending.abort(new DOMException('the block is here', 'AbortError'))
  }
}

function mergeReports (reports: readonly RetrievalReport[]): RetrievalReport {
  const started = reports.flatMap(({ startedMs }) => startedMs ?? [])
  const total = (count: (report: RetrievalReport) => number): number =>
    reports.reduce((sum, report) => sum + count(report), 0)

  return {
    startedMs: started.length === 0 ? undefined : Math.min(...started),
    // The maximum, because all of them are asked for the same blocks.
    waiting: Math.max(0, ...reports.map(({ waiting }) => waiting)),
    blocks: total(({ blocks }) => blocks),
    bytes: total(({ bytes }) => bytes),
    sources: reports.flatMap(({ sources }) => sources)
  }
}
