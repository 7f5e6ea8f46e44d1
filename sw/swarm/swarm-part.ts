import { circuitRelayTransport } from '@libp2p/circuit-relay-v2'
import { webSockets } from '@libp2p/websockets'
import { webTransport } from '@libp2p/webtransport'
import type { SwarmTransport } from '../../src/libp2p/host/swarm-transport.ts'
import { openLibp2pSwarm } from '../../src/libp2p/open-libp2p-swarm.ts'
import { DnsResolver } from '../../src/names/dns/dns-resolver.ts'
import type { SwarmDeps } from '../../src/swarm/swarm-deps.ts'
import type { Swarm } from '../../src/swarm/swarm.ts'
import { undialableInBrowser } from '../../src/swarm/undialable-in-browser.ts'
import { WebRtcPages } from '../../src/webrtc/shim/webrtc-pages.ts'
import type { WebRtcBridge } from './webrtc-bridge.ts'
import { webRtcTransports } from './webrtc-transports.ts'

/** Transports that a worker can use without a page. */
const TRANSPORTS: SwarmTransport[] = [
  { name: 'Websocket', make: webSockets() },
  { name: 'WebTransport', make: webTransport() },
  { name: 'Relay', make: circuitRelayTransport() }
]

/**
 * Opens the swarm of the node in the worker. It is the second part of the worker's script, because a page that reads
 * local content does not need it.
 *
 * @param door - connection to the pages, which hold WebRTC connections
 * @param ownRelays - relays of the deployment (`OwnNetwork`)
 */
export async function openSwarmInWorker (
  deps: SwarmDeps,
  door: WebRtcBridge,
  ownRelays: readonly string[]
): Promise<Swarm> {
  const txt = new DnsResolver(deps.config)
  const { protocol } = (globalThis as unknown as { location: URL }).location

  const pages = new WebRtcPages({ ask: door.ask })
  door.pages = pages

  const swarm = await openLibp2pSwarm({
    transports: [...TRANSPORTS, ...webRtcTransports(deps, pages)],
    isPrivate: true,
    ownRelays,
    auto: true,
    lookupTxt: async (name, options) => (await txt.lookup(name, options)).texts,
    refuses: (address) =>
      undialableInBrowser(address, { isSecure: protocol === 'https:', hasWebTransport: 'WebTransport' in globalThis })
  }, deps)

  const stop = swarm.stop.bind(swarm)
  door.isBack = () => {
    swarm.retry()
  }

  return Object.assign(swarm, {
    async stop () {
      await stop()
      pages.release()
    }
  })
}
