import type { Connection } from '@libp2p/interface'
import { unlessAborted } from '../../async/signals/unless-aborted.ts'
import { ByteQueue } from '../../bytes/byte-queue.ts'
import { streamChunks } from '../streams/stream-chunks.ts'

const PROTOCOL = '/ipfs/ping/1.0.0'
const PING_BYTES = 32

/**
 * Measures the round trip of 32 bytes to a peer (github.com/libp2p/specs/blob/master/ping). Replaces @libp2p/ping,
 * which counts whole milliseconds and includes opening the stream.
 *
 * @returns milliseconds
 * @throws the signal's reason; an Error if other bytes come back
 */
export async function measureLatency (connection: Connection, { signal }: { signal: AbortSignal }): Promise<number> {
  const stream = await connection.newStream(PROTOCOL, { signal, runOnLimitedConnection: true })

  try {
    const sent = crypto.getRandomValues(new Uint8Array(PING_BYTES))
    const queue = new ByteQueue(streamChunks(stream))
    const startMs = performance.now()
    stream.send(sent)

    if (!await unlessAborted(queue.need(PING_BYTES), signal)) {
      throw new Error('the peer has closed the stream')
    }

    const ms = performance.now() - startMs

    if (queue.take(PING_BYTES).some((byte, i) => byte !== sent[i])) {
      throw new Error('ping packet was incorrect')
    }

    await stream.close({ signal })
    return ms
  } catch (err) {
    stream.abort(err as Error)
    throw err
  }
}
