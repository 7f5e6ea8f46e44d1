import './promise-with-resolvers.ts'
import type { Connection, Libp2p } from '@libp2p/interface'
import { settledWithin } from '../async/settled-within.ts'

/** A peer may take so long to say who it is (`timeout` of identify). */
const IDENTIFY_MS = 5000

/** Knows which connections have gone through identify: what a peer speaks is known from then on. */
export class IdentifiedConnections {
  readonly #known = new WeakMap<Connection, PromiseWithResolvers<void>>()

  constructor (libp2p: Libp2p) {
    libp2p.addEventListener('peer:identify', ({ detail: { connection } }) => { this.#of(connection).resolve() })
    libp2p.addEventListener('connection:close', ({ detail }) => { this.#of(detail).resolve() })
  }

  /** Resolves when the peer has said who it is, and when it takes too long to: it is waited for once. */
  async wait (connection: Connection): Promise<void> {
    const known = this.#of(connection)
    await settledWithin(known.promise, IDENTIFY_MS)
    known.resolve()
  }

  #of (connection: Connection): PromiseWithResolvers<void> {
    const known = this.#known.get(connection) ?? Promise.withResolvers<void>()
    this.#known.set(connection, known)
    return known
  }
}
