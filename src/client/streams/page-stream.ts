import { PortDuplex } from '../../port/port-duplex.ts'
import { chunkStream } from '../body/chunk-stream.ts'
import type { IncomingStream } from '../protocol/stream-messages.ts'
import { keepAlive } from '../worker/keep-alive.ts'

/** A stream to or from another node. Each direction ends independently. */
export interface PageStream {
  /** ID of the other node in base58 */
  readonly peer: string
  readonly protocol: string
  /** ends when the other end has closed its side; an error has the reason of an abort */
  readonly readable: ReadableStream<Uint8Array>
  /** applies the backpressure of the other end; closing it signals the end of data */
  readonly writable: WritableStream<Uint8Array>
  /** Aborts both directions. */
  abort: (reason?: Error) => void
}

/** Makes the page's end of a stream. The worker is kept alive until both directions have ended. */
export function pageStream ({ peer, protocol, incoming, outgoing }: IncomingStream): PageStream {
  const duplex = new PortDuplex({ incoming, outgoing })
  const stopPings = keepAlive()
  let ways = 2

  const ended = (count = 1): void => {
    ways -= count
    if (ways <= 0) {
      stopPings()
    }
  }

  const abort = (reason: Error = new DOMException('the stream was aborted', 'AbortError')): void => {
    duplex.abort(reason)
    ended(2)
  }

  return {
    peer,
    protocol,
    abort,

    readable: chunkStream(duplex.chunks(), () => {
      ended()
    }),

    writable: new WritableStream<Uint8Array>({
      write: async (bytes) => {
        await duplex.write(bytes)
      },
      close: () => {
        ended()
        duplex.closeWrite()
      },
      abort: (reason) => {
        abort(reason as Error)
      }
    })
  }
}
