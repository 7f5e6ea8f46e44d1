import type { Connection, Stream } from '@libp2p/interface'
import type { Multiaddr } from '@multiformats/multiaddr'
import { settledWithin } from '../../async/promises/settled-within.ts'
import { frames } from '../streams/frames.ts'
import { streamChunks } from '../streams/stream-chunks.ts'
import { withStream } from '../streams/with-stream.ts'
import { writeStream } from '../streams/write-stream.ts'
import type { DialVerdict } from './auto-nat-message.ts'
import {
  DIAL_REQUEST,
  MAX_DIAL_DATA_BYTES,
  MAX_V2_BYTES,
  RESPONSE_STATUS,
  V2_DIAL_STATUS
} from './auto-nat-v2-message.ts'
import type { V2Answer } from './auto-nat-v2-message.ts'
import { readV2Answer, writeDialData, writeDialRequest } from './auto-nat-v2-wire.ts'
import type { DialBacks } from './dial-backs.ts'

/**
 * Time to wait for the nonce: it arrives on another connection than the answer (go-libp2p `p2p/protocol/autonatv2`,
 * `dialBackStreamTimeout`).
 */
const NONCE_MS = 5000

/** Bytes per message of the data that a peer may demand first (go-libp2p `p2p/protocol/autonatv2/client.go`). */
const DATA_BYTES = 4000

/**
 * Asks a peer over AutoNAT v2 to dial this node at one address, at any host, and accepts the result only if the nonce
 * has come back (go-libp2p `p2p/protocol/autonatv2/client.go`). Sends up to 100 kB if the peer demands it.
 *
 * @throws the errors of the stream and the signal's reason; ProtobufError; an Error for an impossible answer
 */
export async function requestDialV2 (
  connection: Connection,
  backs: DialBacks,
  address: Multiaddr,
  { signal }: { signal: AbortSignal }
): Promise<DialVerdict> {
  const stream = await connection.newStream(DIAL_REQUEST, { signal })
  const { nonce, came, forget } = backs.expect()

  try {
    return await withStream(stream, signal, async () => {
      stream.send(writeDialRequest(address.bytes, nonce))
      const { status, dialStatus } = await answerOf(stream, signal)

      if (status !== RESPONSE_STATUS.ok) {
        return 'unsaid'
      }

      switch (dialStatus) {
        case V2_DIAL_STATUS.dialError:
          return 'failed'
        case V2_DIAL_STATUS.ok:
        case V2_DIAL_STATUS.dialBackError:
          return await settledWithin(came, NONCE_MS) === 'late' ? 'unsaid' : 'reached'
        default:
          throw new Error(`dial failed with status ${dialStatus}`)
      }
    })
  } finally {
    forget()
  }
}

/** @throws also if the peer demands data twice, or too much */
async function answerOf (stream: Stream, signal: AbortSignal): Promise<V2Answer & { type: 'response' }> {
  let isPaid = false

  for await (const message of frames(streamChunks(stream), MAX_V2_BYTES)) {
    const answer = readV2Answer(message)

    // Only one address was sent.
    if (answer.index !== 0 || (answer.type === 'data' && (isPaid || answer.bytes > MAX_DIAL_DATA_BYTES))) {
      throw new Error('invalid response')
    }

    if (answer.type === 'response') {
      return answer
    }

    isPaid = true

    for (let left = answer.bytes; left > 0; left -= DATA_BYTES) {
      await writeStream(stream, writeDialData(new Uint8Array(Math.min(left, DATA_BYTES))), { signal })
    }
  }

  throw new Error('the peer has closed the stream')
}
