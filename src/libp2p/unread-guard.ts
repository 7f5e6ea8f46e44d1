import type { Connection } from '@libp2p/interface'
import { listMemory } from './list-memory.ts'
import type { ByteList } from './list-memory.ts'

/** It is looked again when so much has come. */
const LOOK_BYTES = 512 * 1024

/** What a stream takes that is open and has nothing in it. */
export const STREAM_BYTES = 8 * 1024

/** What a connection and its streams have inside: lists of what was not taken yet. */
interface Inside {
  muxer?: { decoder?: { buffer?: ByteList }, maConn?: { readBuffer?: ByteList, writeBuffer?: ByteList } }
  streams: Array<{ readBuffer?: ByteList, writeBuffer?: ByteList }>
}

/**
 * Cuts who makes the node hold most, when all peers together have sent more than is read: the windows of all streams that peers may open are far more
 * than the memory of a worker, and over WebRTC a stream has none. What counts is what is in memory for a peer, not
 * what it has sent: a frame that is not whole yet and may be said to be as long as 4 GiB (@libp2p/yamux waits for all of it), streams
 * that nobody has asked for anything, answers to its pings that it does not take.
 */
export class UnreadGuard {
  readonly #connections: () => readonly Connection[]
  readonly #maxBytes: number
  readonly #held = new Map<Connection, number>()
  #since = 0

  /** @param connections - those of this moment. @param maxBytes - that all of them may hold */
  constructor (connections: () => readonly Connection[], maxBytes: number) {
    this.#connections = connections
    this.#maxBytes = maxBytes
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
    const unread = this.#connections().map((connection) => ({ connection, bytes: (this.#held.get(connection) ?? 0) + bytesOf(connection as unknown as Inside) }))

    if (unread.reduce((sum, { bytes }) => sum + bytes, 0) > this.#maxBytes) {
      const [{ connection }] = unread.sort((a, b) => b.bytes - a.bytes)
      const lists = listsOf(connection as unknown as Inside)
      connection.abort(new Error('more has come than is read'))
      // waits that have not ended yet know the connection, some for a minute
      lists.forEach((list) => { list.consume(list.byteLength) })
    }
  }
}

function bytesOf (connection: Inside): number {
  return connection.streams.length * STREAM_BYTES + listMemory(listsOf(connection))
}

function listsOf ({ muxer, streams }: Inside): ByteList[] {
  const lists = [muxer?.decoder?.buffer, muxer?.maConn?.readBuffer, muxer?.maConn?.writeBuffer, ...streams.flatMap(({ readBuffer, writeBuffer }) => [readBuffer, writeBuffer])]
  return lists.filter((list) => list != null)
}
