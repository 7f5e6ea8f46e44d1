import { identifyPush } from '@libp2p/identify'
import type { IdentifyPushComponents } from '@libp2p/identify'
import type { Connection, StreamHandler } from '@libp2p/interface'

/** What one connection may have waiting. */
const MAX_WAITING = 8

/**
 * Takes what a peer pushes of itself (github.com/libp2p/specs/blob/master/identify, identify/push) in the order in which it is sent.
 * go-libp2p pushes again as soon as the push before is written, while we wait for the end of that one's stream, which over WebRTC takes some
 * round trips: the package refuses the second, and what the peer speaks stays unknown then.
 */
export function orderedIdentifyPush (): (components: IdentifyPushComponents) => unknown {
  return (components) => {
    const service = identifyPush({ maxInboundStreams: MAX_WAITING })(components) as unknown as { handleProtocol: StreamHandler }
    const { handleProtocol } = service
    const last = new WeakMap<Connection, Promise<void>>()

    service.handleProtocol = async (stream, connection) => {
      const taken = (last.get(connection) ?? Promise.resolve()).then(async () => { await handleProtocol(stream, connection) })
      last.set(connection, taken.catch(() => {}))
      await taken
    }

    return service
  }
}
