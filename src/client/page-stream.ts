import { PortDuplex } from '../port/port-duplex.ts'
import { chunkStream } from './chunk-stream.ts'
import { keepAlive } from './keep-alive.ts'
import type { IncomingStream } from './stream-messages.ts'

/** A stream to another node, or from one, whose bytes come and go here. Each way ends for itself. */
export interface PageStream {
  /** ID of the other node in base58 */
  readonly peer: string
  readonly protocol: string
  /** ends when the other end has written all; an error says why it was cut */
  readonly readable: ReadableStream<Uint8Array>
  /** takes as much as the other end reads; closing it says that all was written */
  readonly writable: WritableStream<Uint8Array>
  /** Cuts both ways. */
  abort: (reason?: Error) => void
}

/** The page's end of a stream. The worker is kept alive until both ways have ended. */
export function pageStream ({ peer, protocol, incoming, outgoing }: IncomingStream): PageStream {
  const duplex = new PortDuplex({ incoming, outgoing })
  const stopPings = keepAlive()
  let ways = 2

  const ended = (count = 1): void => {
    ways -= count
    if (ways <= 0) stopPings()
  }

  const abort = (reason: Error = new DOMException('the stream was aborted', 'AbortError')): void => {
    duplex.abort(reason)
    ended(2)
  }

  return {
    peer,
    protocol,
    abort,

    readable: chunkStream(duplex.chunks(), () => { ended() }),

    writable: new WritableStream<Uint8Array>({
      write: async (bytes) => { await duplex.write(bytes) },
      close: () => { ended(); duplex.closeWrite() },
      abort: (reason) => { abort(reason as Error) }
    })
  }
}
