import { resolveTxt } from 'node:dns/promises'
import { circuitRelayTransport } from '@libp2p/circuit-relay-v2'
import { tcp } from '@libp2p/tcp'
import { openLibp2pSwarm } from '../libp2p/open-libp2p-swarm.ts'
import type { SwarmTransport } from '../libp2p/swarm-transport.ts'
import { unlessAborted } from '../async/unless-aborted.ts'
import { nodeServices } from './node-services.ts'
import { webSocketsInNode } from './web-sockets-in-node.ts'
import type { Swarm } from '../swarm/swarm.ts'
import type { SwarmDeps } from '../swarm/swarm-deps.ts'

/** The ways to others that Node has. */
const TRANSPORTS: SwarmTransport[] = [
  { name: 'TCP', make: tcp(), listens: (address) => namesOf(address) === 'tcp' },
  { name: 'Websocket', make: webSocketsInNode(), listens: (address) => namesOf(address) === 'tcp/ws' },
  { name: 'Relay', make: circuitRelayTransport() }
]

/** The swarm of a node in Node: TCP, WebSockets and relays, AutoNAT and DCUtR; it listens at those of `Addresses.Swarm` that are for the first two. */
export async function openSwarmInNode (deps: SwarmDeps, services = nodeServices()): Promise<Swarm> {
  return await openLibp2pSwarm({
    transports: TRANSPORTS,
    services,
    auto: false,
    lookupTxt: async (name, { signal }) => (await unlessAborted(resolveTxt(name), signal)).map((parts) => parts.join(''))
  }, deps)
}

/** Of an IP address, what stands behind it. */
function namesOf (address: Parameters<NonNullable<SwarmTransport['listens']>>[0]): string {
  const [first, ...rest] = address.getComponents().map(({ name }) => name)
  return first === 'ip4' || first === 'ip6' ? rest.join('/') : ''
}
