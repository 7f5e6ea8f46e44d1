import type { Connection } from '@libp2p/interface'
import { listMemory } from './list-memory.ts'
import type { ByteList } from './list-memory.ts'

/** Received bytes after which the memory is measured again. */
const MEASURE_BYTES = 512 * 1024

/** Memory of an open and empty stream. */
export const STREAM_BYTES = 8 * 1024

/** A connection of libp2p, as patched (patches/libp2p+*.patch). */
interface BufferedConnection extends Connection {
  /** data of the connection, its muxer and its streams that was received and not read yet, or not sent yet */
  readonly buffers: readonly ByteList[]
}

/**
 * Closes the connection that occupies most memory if all peers together exceed a limit. The windows of all possible
 * streams exceed the memory of a worker by far, and over WebRTC streams have none.
 *
 * It counts the memory that is occupied for a peer, not the bytes that it has sent:
 *
 * - incomplete frames, which may claim 4 GiB (@libp2p/yamux waits for all of it)
 * - streams that are never read
 * - answers to its pings that it does not read
 */
export class ReceiveMemoryLimit {
  readonly #connections: () => readonly Connection[]
  readonly #maxBytes: number
  readonly #accounted = new Map<Connection, number>()
  #since = 0

  /**
   * Creates the limit.
   *
   * @param connections - returns the current connections
   * @param maxBytes - limit of the memory of all connections
   */
  constructor (connections: () => readonly Connection[], maxBytes: number) {
    this.#connections = connections
    this.#maxBytes = maxBytes
  }

  /** Accounts bytes that a reader has taken from a connection and cannot use yet: more, or fewer. */
  account (connection: Connection, bytes: number): void {
    const all = (this.#accounted.get(connection) ?? 0) + bytes

    if (all > 0) {
      this.#accounted.set(connection, all)
    } else {
      this.#accounted.delete(connection)
    }
  }

  /** Counts received bytes of any connection. */
  received (bytes: number): void {
    this.#since += bytes

    if (this.#since >= MEASURE_BYTES) {
      this.#since = 0
      this.enforce()
    }
  }

  /** Measures the memory of all connections, and closes the largest one above the limit. */
  enforce (): void {
    const unread = this.#connections().map((connection) => ({
      connection,
      bytes: (this.#accounted.get(connection) ?? 0) + memoryOf(connection as BufferedConnection)
    }))

    if (unread.reduce((sum, { bytes }) => sum + bytes, 0) > this.#maxBytes) {
      const [{ connection }] = unread.sort((a, b) => b.bytes - a.bytes)
      const { buffers } = connection as BufferedConnection
      connection.abort(new Error('received data is not read and exceeds the memory limit'))
      // Pending operations keep the connection referenced, some for a minute.
      buffers.forEach((list) => {
        list.consume(list.byteLength)
      })
    }
  }
}

function memoryOf ({ streams, buffers }: BufferedConnection): number {
  return streams.length * STREAM_BYTES + listMemory(buffers)
}
