import type { Connection } from '@libp2p/interface'
import { MAX_UNREAD_BYTES } from './peer-bounds.ts'

/** It is looked again when so much has come. */
const LOOK_BYTES = 512 * 1024

/**
 * Cuts who makes the node hold most, when all peers together have sent more than is read: the engine hands over whatever comes, and the
 * windows of all streams that peers may open are far more than the memory of an object.
 */
export class UnreadGuard {
  readonly #connections: () => readonly Connection[]
  readonly #held = new Map<Connection, number>()
  #since = 0

  /** @param connections - those of this moment */
  constructor (connections: () => readonly Connection[]) {
    this.#connections = connections
  }

  /** What a reader has taken of a connection and cannot use yet: more bytes, or fewer. */
  held (connection: Connection, bytes: number): void {
    const all = (this.#held.get(connection) ?? 0) + bytes

    if (all > 0) {
      this.#held.set(connection, all)
    } else {
      this.#held.delete(connection)
    }
  }

  /** So many bytes have come, of whomever. */
  received (bytes: number): void {
    this.#since += bytes

    if (this.#since >= LOOK_BYTES) {
      this.#since = 0
      this.look()
    }
  }

  look (): void {
    const unread = this.#connections().map((connection) => ({
      connection,
      bytes: connection.streams.reduce((sum, { readBufferLength }) => sum + readBufferLength, this.#held.get(connection) ?? 0)
    }))

    if (unread.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_UNREAD_BYTES) {
      const [{ connection }] = unread.sort((a, b) => b.bytes - a.bytes)
      connection.abort(new Error('more has come than is read'))
    }
  }
}
