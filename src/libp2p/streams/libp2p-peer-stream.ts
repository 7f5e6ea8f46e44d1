import type { Stream } from '@libp2p/interface'
import { timeLimit } from '../../async/signals/time-limit.ts'
import type { PeerStream } from '../../swarm/swarm.ts'
import { streamChunks } from './stream-chunks.ts'
import { writeStream } from './write-stream.ts'

/** Time that the other end has to finish sending after this end has. */
const CLOSE_MS = 60_000

/** Adapts a libp2p stream to the node's own stream interface. */
export function libp2pPeerStream (stream: Stream, peer: string): PeerStream {
  return {
    peer,
    protocol: stream.protocol,
    chunks: streamChunks(stream),
    write: async (bytes) => {
      await writeStream(stream, bytes)
    },
    closeWrite: async () => {
      await stream.close({ signal: timeLimit(CLOSE_MS) })
    },
    abort: (reason) => {
      stream.abort(reason)
    }
  }
}
