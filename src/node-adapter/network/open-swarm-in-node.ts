import { circuitRelayTransport } from '@libp2p/circuit-relay-v2'
import { tcp } from '@libp2p/tcp'
import type { SwarmTransport } from '../../libp2p/host/swarm-transport.ts'
import { openLibp2pSwarm } from '../../libp2p/open-libp2p-swarm.ts'
import type { SwarmDeps } from '../../swarm/swarm-deps.ts'
import type { Swarm } from '../../swarm/swarm.ts'
import { dnsFamily } from './dns-family.ts'
import { DnsInNode } from './dns-in-node.ts'
import { nodeServices } from './node-services.ts'
import { quicInNode } from './quic-in-node.ts'
import { webSocketsInNode } from './web-sockets-in-node.ts'

/** Returns the transports that Node supports. */
async function transportsOf (dns: DnsInNode): Promise<SwarmTransport[]> {
  const quic = await quicInNode()

  return [
    { name: 'TCP', make: tcpInNode(dns), listens: (address) => namesOf(address) === 'tcp' },
    { name: 'Websocket', make: webSocketsInNode({}, dns), listens: (address) => namesOf(address) === 'tcp/ws' },
    ...quic == null
      ? []
      : [
        { name: 'QUIC', make: quic, listens: (address) => namesOf(address) === 'udp/quic-v1' } satisfies SwarmTransport
      ],
    { name: 'Relay', make: circuitRelayTransport() }
  ]
}

/** Returns the libp2p transport for TCP. It resolves /dns4 to IPv4 addresses, and /dns6 to IPv6 addresses. */
function tcpInNode (dns: DnsInNode): ReturnType<typeof tcp> {
  // An option of `net.connect` that the type in @libp2p/tcp lacks.
  const make = tcp({ dialOpts: { lookup: dns.lookup } as NonNullable<Parameters<typeof tcp>[0]>['dialOpts'] })

  return (components) => {
    const transport = make(components)
    const dial = transport.dial.bind(transport)

    return Object.assign(transport, {
      dial: async (...[address, options]: Parameters<typeof dial>) =>
        await dial(address, { ...options, family: dnsFamily(address) } as typeof options)
    })
  }
}

/**
 * Opens the swarm of a node in Node: TCP, WebSockets, QUIC if its package is installed, relays, AutoNAT and DCUtR. They
 * listen at the addresses of `Addresses.Swarm`.
 */
export async function openSwarmInNode (deps: SwarmDeps, services = nodeServices()): Promise<Swarm> {
  const dns = new DnsInNode(deps.config)
  return await openLibp2pSwarm(
    { transports: await transportsOf(dns), services, auto: false, lookupTxt: dns.lookupTxt },
    deps
  )
}

/** Returns the protocols of an address after its IP address. */
function namesOf (address: Parameters<NonNullable<SwarmTransport['listens']>>[0]): string {
  const [first, ...rest] = address.getComponents().map(({ name }) => name)
  return first === 'ip4' || first === 'ip6' ? rest.join('/') : ''
}
