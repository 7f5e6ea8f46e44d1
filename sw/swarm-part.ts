import { circuitRelayTransport } from '@libp2p/circuit-relay-v2'
import { webSockets } from '@libp2p/websockets'
import { webTransport } from '@libp2p/webtransport'
import { openLibp2pSwarm } from '../src/libp2p/open-libp2p-swarm.ts'
import type { SwarmTransport } from '../src/libp2p/swarm-transport.ts'
import { TxtResolver } from '../src/names/dns/txt-resolver.ts'
import type { Swarm } from '../src/swarm/swarm.ts'
import type { SwarmDeps } from '../src/swarm/swarm-deps.ts'
import { undialableInBrowser } from '../src/swarm/undialable-in-browser.ts'

/** The ways to others that a worker has without a page. */
const TRANSPORTS: SwarmTransport[] = [
  { name: 'Websocket', make: webSockets() },
  { name: 'WebTransport', make: webTransport() },
  { name: 'Relay', make: circuitRelayTransport() }
]

/**
 * The swarm of the node in the worker. The second part of the worker's script: a page that reads what is here needs none of it.
 *
 * @param more - further ways to others, such as those that need a page
 */
export async function openSwarmInWorker (deps: SwarmDeps, more: readonly SwarmTransport[] = []): Promise<Swarm> {
  const txt = new TxtResolver(deps.config)
  const { protocol } = (globalThis as unknown as { location: Location }).location

  return await openLibp2pSwarm({
    transports: [...TRANSPORTS, ...more],
    auto: true,
    lookupTxt: async (name, options) => await txt.lookup(name, options),
    refuses: (address) => undialableInBrowser(address, { isSecure: protocol === 'https:', hasWebTransport: 'WebTransport' in globalThis })
  }, deps)
}
