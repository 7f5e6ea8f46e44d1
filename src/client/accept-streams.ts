import { PortClosedError } from '../port/port-closed-error.ts'
import { keepAlive } from './keep-alive.ts'
import { pageStream } from './page-stream.ts'
import type { PageStream } from './page-stream.ts'
import type { IncomingStream, StreamQuestion } from './stream-messages.ts'
import { streamPort } from './stream-port.ts'

/** A worker that was stopped is asked again so soon. */
const AGAIN_MS = 500

export interface AcceptStreamsOptions {
  /** the protocol need not be below /x/ */
  allowCustomProtocol?: boolean
  /** ends it; streams that are open go on */
  signal?: AbortSignal
}

/**
 * Has the streams of a protocol that other nodes open end at this page, for as long as it is open; the worker is kept alive meanwhile, and the
 * next one is asked where it is stopped all the same. One page can accept a protocol at a time. The node has to be a peer (`swarm` of
 * `register`), with `Experimental.Libp2pStreamMounting`.
 *
 * @param protocol name below /x/
 * @param onStream gets each stream
 * @returns resolves when it is accepted, with a promise of its end: by the signal, or by `p2p/close`; it rejects where it could not be accepted again
 * @throws an Error with the node's words, NodeNotReadyError, the signal's reason
 * @example
 * ```ts
 * await acceptStreams('/x/echo', ({ readable, writable }) => { void readable.pipeTo(writable) })
 * ```
 */
export async function acceptStreams (protocol: string, onStream: (stream: PageStream) => void, { allowCustomProtocol, signal }: AcceptStreamsOptions = {}): Promise<{ ended: Promise<void> }> {
  signal?.throwIfAborted()
  const question: StreamQuestion = { protocol, allowCustomProtocol }
  const stopPings = keepAlive()

  try {
    let streams = await accepted(question, signal)

    const ended = (async () => {
      try {
        for (;;) {
          try {
            for await (const stream of streams) onStream(pageStream(stream!))
            return
          } catch (err) {
            if (signal?.aborted === true) return
            if ((err as Error).name !== PortClosedError.name) throw err
          }

          await new Promise((resolve) => { setTimeout(resolve, AGAIN_MS) })
          streams = await accepted(question, signal)
        }
      } finally {
        stopPings()
      }
    })()

    ended.catch(() => {}) // for who looks at it
    return { ended }
  } catch (err) {
    stopPings()
    throw err
  }
}

/** Streams as they come, once the worker has said that it takes them. */
async function accepted (question: StreamQuestion, signal: AbortSignal | undefined): Promise<AsyncIterable<IncomingStream | null>> {
  const calls = await streamPort({ signal })
  const answers = calls.stream<IncomingStream | null>('accept', question, { signal })

  try {
    await answers.next()
  } catch (err) {
    calls.close()
    throw err
  }

  return (async function * () {
    try {
      yield * answers
    } finally {
      calls.close()
    }
  })()
}
