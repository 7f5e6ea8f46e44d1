import type { Startable, Stream, StreamHandler, StreamHandlerOptions } from '@libp2p/interface'
import { PING_PROTOCOL } from '@libp2p/ping'
import { timeLimit } from '../../src/async/signals/time-limit.ts'
import { streamChunks } from '../../src/libp2p/streams/stream-chunks.ts'
import { writeStream } from '../../src/libp2p/streams/write-stream.ts'

/** Streams per peer, like the `ping` service itself. */
const MAX_STREAMS = 8

/** Idle timeout of a ping stream (go-libp2p `p2p/protocol/ping`). */
const IDLE_MS = 60_000

/** The parts of libp2p that it uses. */
export interface PingAnswersParts {
  registrar: { handle: (protocol: string, handler: StreamHandler, options: StreamHandlerOptions) => Promise<void> }
}

/**
 * Answers pings instead of @libp2p/ping, which has no backpressure: it buffers answers that a peer does not read. This
 * service reads the next ping once the previous answer was sent.
 */
export class PingAnswers implements Startable {
  readonly #registrar: PingAnswersParts['registrar']

  constructor ({ registrar }: PingAnswersParts) {
    this.#registrar = registrar
  }

  start (): void {
    // Does nothing: the handler that it replaces must exist first.
  }

  async afterStart (): Promise<void> {
    await this.#registrar.handle(PING_PROTOCOL, async (stream) => {
      await answerPings(stream)
    }, { force: true, maxInboundStreams: MAX_STREAMS, maxOutboundStreams: MAX_STREAMS, runOnLimitedConnection: true })
  }

  stop (): void {
    // The service that owns the protocol removes the handler.
  }
}

async function answerPings (stream: Stream): Promise<void> {
  let idleTimer = setTimeout(timeOut, IDLE_MS)

  function timeOut (): void {
    stream.abort(new Error('the ping stream timed out'))
  }

  try {
    for await (const bytes of streamChunks(stream)) {
      clearTimeout(idleTimer)
      idleTimer = setTimeout(timeOut, IDLE_MS)
      await writeStream(stream, bytes)
    }

    await stream.close({ signal: timeLimit(IDLE_MS) })
  } catch (err) {
    stream.abort(err as Error)
  } finally {
    clearTimeout(idleTimer)
  }
}
