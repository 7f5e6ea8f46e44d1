import '../host/promise-with-resolvers.ts'

import type { Connection, Libp2p } from '@libp2p/interface'
import { settledWithin } from '../../async/promises/settled-within.ts'

/** Timeout of identify (`timeout` of its options). */
const IDENTIFY_MS = 5000

/** Tracks which connections have completed identify: after that the protocols of the peer are known. */
export class IdentifiedConnections {
  readonly #known = new WeakMap<Connection, PromiseWithResolvers<void>>()

  constructor (libp2p: Libp2p) {
    libp2p.addEventListener('peer:identify', ({ detail: { connection } }) => {
      this.#of(connection).resolve()
    })
    libp2p.addEventListener('connection:close', ({ detail }) => {
      this.#of(detail).resolve()
    })
  }

  /** Resolves when the peer was identified, or took too long. Each connection is waited for once. */
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
