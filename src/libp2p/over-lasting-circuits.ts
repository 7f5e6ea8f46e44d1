import type { Connection, PeerId } from '@libp2p/interface'
import type { SwarmTransport } from './swarm-transport.ts'

/** What two browsers say to each other until they are connected takes some KiB, and seconds. */
const LEAST_BYTES = 16 * 1024
const LEAST_S = 20

type Make = SwarmTransport['make']

/** The part of libp2p that knows the connections. */
interface Manager {
  getConnections: (peer: PeerId) => Connection[]
}

/**
 * A transport that introduces itself over connections through relays, and is shown those alone that last as long as that takes: a relay ends each after some
 * bytes and minutes (Go: 128 KiB, 2 min), and @libp2p/webrtc would begin on one of which next to nothing is left, and hear no more. It opens another one then.
 */
export function overLastingCircuits (make: Make): Make {
  return (components) => {
    const { connectionManager: all } = components as unknown as { connectionManager: Manager }
    const lasting: Manager = { getConnections: (peer) => all.getConnections(peer).filter(({ limits: { bytes = Infinity, seconds = Infinity } = {} }) => bytes >= LEAST_BYTES && seconds >= LEAST_S) }
    return make(Object.create(components, { connectionManager: { value: lasting } }) as typeof components)
  }
}
