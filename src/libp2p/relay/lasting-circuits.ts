import type { Connection, PeerId } from '@libp2p/interface'
import type { SwarmTransport } from '../host/swarm-transport.ts'

/** Bytes and seconds that the introduction of two browsers takes. */
const LEAST_BYTES = 16 * 1024
const LEAST_S = 20

type Make = SwarmTransport['make']

/** The part of libp2p that knows the connections. */
interface Manager {
  getConnections: (peer: PeerId) => Connection[]
}

/**
 * Wraps a transport that is introduced over relayed connections, and hides relayed connections that will not last long
 * enough: a relay ends each after some bytes and minutes (Go: 128 KiB, 2 min). @libp2p/webrtc would use one that is
 * nearly used up; now it opens another one.
 */
export function withLastingCircuits (make: Make): Make {
  return (components) => {
    const { connectionManager: all } = components as unknown as { connectionManager: Manager }
    const lasting: Manager = {
      getConnections: (peer) =>
        all.getConnections(peer).filter(({ limits: { bytes = Infinity, seconds = Infinity } = {} }) =>
          bytes >= LEAST_BYTES && seconds >= LEAST_S
        )
    }
    return make(Object.create(components, { connectionManager: { value: lasting } }) as typeof components)
  }
}
