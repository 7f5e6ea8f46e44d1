import type { Stream } from '@libp2p/interface'
import { timeLimit } from '../async/time-limit.ts'
import type { PeerStream } from '../swarm/streams/peer-stream.ts'
import { streamChunks } from './stream-chunks.ts'
import { writeStream } from './write-stream.ts'

/** What of the other way may take so long to be sent when this end has sent all. */
const CLOSE_MS = 60_000

/** A stream of libp2p as the rest of the node sees it. */
export function libp2pPeerStream (stream: Stream, peer: string): PeerStream {
  return {
    peer,
    protocol: stream.protocol,
    chunks: streamChunks(stream),
    write: async (bytes) => { await writeStream(stream, bytes) },
    closeWrite: async () => { await stream.close({ signal: timeLimit(CLOSE_MS) }) },
    abort: (reason) => { stream.abort(reason) }
  }
}
