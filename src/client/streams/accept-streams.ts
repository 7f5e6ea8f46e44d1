import { isError } from '../../errors/define-error.ts'
import { PortClosedError } from '../../port/port-error.ts'
import type { IncomingStream, StreamQuestion } from '../protocol/stream-messages.ts'
import { keepAlive } from '../worker/keep-alive.ts'
import { pageStream } from './page-stream.ts'
import type { PageStream } from './page-stream.ts'
import { streamPort } from './stream-port.ts'

/** Delay before a stopped worker is asked again. */
const AGAIN_MS = 500

export interface AcceptStreamsOptions {
  /** whether the protocol may be outside of /x/ */
  allowCustomProtocol?: boolean
  /** stops accepting; open streams continue */
  signal?: AbortSignal
}

/**
 * Accepts streams of a protocol from other nodes in this page, as long as the page is open. Keeps the worker alive, and
 * repeats the request if the worker is stopped anyway. Only one page at a time can accept a protocol. The node must be
 * a peer (`swarm` of `register`) with `Experimental.Libp2pStreamMounting`.
 *
 * @param protocol - name below /x/
 * @param onStream - called with each stream
 * @returns resolves when the protocol is accepted, with a promise of its end: by the signal, or by `p2p/close`. That
 *   promise rejects if the protocol could not be accepted again.
 * @throws an Error with the node's message
 * @throws NodeNotReadyError if no worker answers in time
 * @throws the signal's reason
 * @example
 * ```ts
 * await acceptStreams('/x/echo', ({ readable, writable }) => { void readable.pipeTo(writable) })
 * ```
 */
export async function acceptStreams (
  protocol: string,
  onStream: (stream: PageStream) => void,
  { allowCustomProtocol, signal }: AcceptStreamsOptions = {}
): Promise<{ ended: Promise<void> }> {
  signal?.throwIfAborted()
  const question: StreamQuestion = { protocol, allowCustomProtocol }
  const stopPings = keepAlive()

  try {
    let streams = await openAccepted(question, signal)

    const ended = (async () => {
      try {
        for (;;) {
          try {
            for await (const stream of streams) {
              onStream(pageStream(stream!))
            }
            return
          } catch (err) {
            if (signal?.aborted === true) {
              return
            }
            if (!isError(err, PortClosedError)) {
              throw err
            }
          }

          await new Promise((resolve) => {
            setTimeout(resolve, AGAIN_MS)
          })
          streams = await openAccepted(question, signal)
        }
      } finally {
        stopPings()
      }
    })()

    ended.catch(() => {}) // callers may ignore it
    return { ended }
  } catch (err) {
    stopPings()
    throw err
  }
}

/** Returns the incoming streams, once the worker has confirmed that it accepts them. */
async function openAccepted (
  question: StreamQuestion,
  signal: AbortSignal | undefined
): Promise<AsyncIterable<IncomingStream | null>> {
  const calls = await streamPort({ signal })
  const answers = calls.stream<IncomingStream | null>('accept', question, { signal })

  try {
    await answers.next()
  } catch (err) {
    calls.close()
    throw err
  }

  return (async function* () {
    try {
      yield* answers
    } finally {
      calls.close()
    }
  })()
}
