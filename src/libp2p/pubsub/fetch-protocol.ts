import type { Connection, Libp2p, Stream } from '@libp2p/interface'
import { peerIdFromString } from '@libp2p/peer-id'
import { timeLimit } from '../../async/signals/time-limit.ts'
import { concatBytes } from '../../bytes/concat-bytes.ts'
import { ProtobufReader, WIRE_BYTES, WIRE_VARINT } from '../../bytes/protobuf/protobuf-reader.ts'
import { bytesField, lengthPrefixed, varintField } from '../../bytes/protobuf/protobuf-writer.ts'
import type { RecordFetch } from '../../swarm/pubsub/pubsub.ts'
import { readFrame } from '../streams/read-frame.ts'
import { withStream } from '../streams/with-stream.ts'

const PROTOCOL = '/libp2p/fetch/0.0.1'

/** Largest message: requests contain a key, answers a record. */
const MAX_MESSAGE_BYTES = 64 * 1024

/** Time in which a peer must send its request after it opened a stream. */
const READ_MS = 10_000

/** Streams that one peer may have open to this node. */
const MAX_STREAMS = 16

/** Fields of both messages: the key, or the status and the value. */
const FIRST = 1
const SECOND = 2
const OK = 0
const NOT_FOUND = 1

/**
 * Fetch protocol of libp2p (github.com/libp2p/specs/blob/master/fetch). Replaces @libp2p/fetch, which requires text
 * keys; keys of IPNS names are bytes (go-libp2p-pubsub-router `fetch.go`).
 */
export class FetchProtocol implements RecordFetch {
  readonly #libp2p: Libp2p

  constructor (libp2p: Libp2p) {
    this.#libp2p = libp2p
  }

  async fetch (peer: string, key: Uint8Array, { signal }: { signal: AbortSignal }): Promise<Uint8Array | undefined> {
    const [connection] = this.#libp2p.getConnections(peerIdFromString(peer))

    if (connection == null) {
      throw new Error(`not connected to ${peer}`)
    }

    return await withStream(
      await connection.newStream(PROTOCOL, { signal, runOnLimitedConnection: true }),
      signal,
      async (stream) => {
        stream.send(concatBytes(lengthPrefixed(bytesField(FIRST, key))))
        return valueOf(await readFrame(stream, MAX_MESSAGE_BYTES))
      }
    )
  }

  async serve (find: (key: Uint8Array) => Promise<Uint8Array | undefined>): Promise<void> {
    await this.#libp2p.handle(PROTOCOL, async (stream: Stream, _connection: Connection) => {
      await withStream(stream, timeLimit(READ_MS), async () => {
        const value = await find(fieldOf(await readFrame(stream, MAX_MESSAGE_BYTES), FIRST) ?? new Uint8Array())
        stream.send(
          concatBytes(lengthPrefixed(value == null ? [varintField(FIRST, NOT_FOUND)] : bytesField(SECOND, value)))
        )
      }).catch(() => {}) // the peer notices the reset of the stream
    }, { maxInboundStreams: MAX_STREAMS, runOnLimitedConnection: true })
  }

  async stop (): Promise<void> {
    await this.#libp2p.unhandle(PROTOCOL)
  }
}

/**
 * Returns the value of an answer.
 *
 * @throws an Error for an unknown status
 */
function valueOf (message: Uint8Array): Uint8Array | undefined {
  const reader = new ProtobufReader(message)
  let status = OK

  while (reader.next()) {
    if (reader.field === FIRST && reader.wire === WIRE_VARINT) {
      status = reader.varint()
    } else {
      reader.skip()
    }
  }

  if (status !== OK && status !== NOT_FOUND) {
    throw new Error(`the peer answered with status ${status}`)
  }

  return status === OK ? fieldOf(message, SECOND) : undefined
}

function fieldOf (message: Uint8Array, field: number): Uint8Array | undefined {
  const reader = new ProtobufReader(message)
  let value: Uint8Array | undefined

  while (reader.next()) {
    if (reader.field === field && reader.wire === WIRE_BYTES) {
      value = reader.view().slice()
    } else {
      reader.skip()
    }
  }

  return value
}
