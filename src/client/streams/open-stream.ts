import type { IncomingStream, StreamQuestion } from '../protocol/stream-messages.ts'
import { pageStream } from './page-stream.ts'
import type { PageStream } from './page-stream.ts'
import { streamPort } from './stream-port.ts'

export interface OpenStreamOptions {
  /** whether the protocol may be outside of /x/ */
  allowCustomProtocol?: boolean
  /** cancels the opening, but not the open stream */
  signal?: AbortSignal
}

/**
 * Opens a stream of a protocol to another node, to a page (`acceptStreams`) or a service (`p2p/listen` of Kubo). The
 * node must be a peer (`swarm` of `register`) with `Experimental.Libp2pStreamMounting`.
 *
 * @param peer - its multiaddr, or only its ID
 * @param protocol - name below /x/
 * @throws an Error with the node's message
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * const { readable, writable } = await openStream('12D3Koo…', '/x/echo')
 * await new Blob(['hello']).stream().pipeTo(writable)
 * console.log(await new Response(readable).text())
 * ```
 */
export async function openStream (
  peer: string,
  protocol: string,
  { allowCustomProtocol, signal }: OpenStreamOptions = {}
): Promise<PageStream> {
  const calls = await streamPort({ signal })

  try {
    return pageStream(
      await calls.once<IncomingStream>('open', { peer, protocol, allowCustomProtocol } satisfies StreamQuestion, {
        signal
      })
    )
  } finally {
    calls.close()
  }
}
