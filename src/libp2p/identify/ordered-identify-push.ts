import { identifyPush } from '@libp2p/identify'
import type { IdentifyPushComponents } from '@libp2p/identify'
import type { Connection, StreamHandler } from '@libp2p/interface'

/** Pushes of one connection that may wait. */
const MAX_WAITING = 8

/**
 * Handles identify pushes (github.com/libp2p/specs/blob/master/identify, identify/push) in order. go-libp2p pushes
 * again as soon as the previous push is written, while the end of its stream may take some round trips over WebRTC. The
 * package would reject the second push, and the protocols of the peer would stay unknown.
 */
export function orderedIdentifyPush (): (components: IdentifyPushComponents) => unknown {
  return (components) => {
    const service = identifyPush({ maxInboundStreams: MAX_WAITING })(components) as unknown as {
      handleProtocol: StreamHandler
    }
    const { handleProtocol } = service
    const last = new WeakMap<Connection, Promise<void>>()

    service.handleProtocol = async (stream, connection) => {
      const taken = (last.get(connection) ?? Promise.resolve()).then(async () => {
        await handleProtocol(stream, connection)
      })
      last.set(connection, taken.catch(() => {}))
      await taken
    }

    return service
  }
}
