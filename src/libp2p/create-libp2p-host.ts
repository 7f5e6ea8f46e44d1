import './host/promise-with-resolvers.ts'
import { identify } from '@libp2p/identify'
import type { Libp2p } from '@libp2p/interface'
import { ping } from '@libp2p/ping'
import { yamux } from '@libp2p/yamux'
import type { Multiaddr } from '@multiformats/multiaddr'
import { createLibp2p } from 'libp2p'
import type { Libp2pOptions } from 'libp2p'
import type { SwarmDeps } from '../swarm/swarm-deps.ts'
import type { AddressReachability } from '../swarm/swarm.ts'
import { addressGater } from './addresses/address-gater.ts'
import { addressSorter } from './addresses/address-sorter.ts'
import { txtDns } from './addresses/txt-dns.ts'
import type { LookupTxt } from './addresses/txt-dns.ts'
import { dialStaggered } from './dialing/happy-eyeballs.ts'
import { componentLogs } from './host/component-logs.ts'
import type { ReachabilityReport, SwarmServices } from './host/swarm-services.ts'
import { announceSettings, listenSettings, maxInbound } from './host/swarm-settings.ts'
import type { SwarmTransport } from './host/swarm-transport.ts'
import { orderedIdentifyPush } from './identify/ordered-identify-push.ts'
import { PeerStoreEviction } from './limits/peer-store-eviction.ts'
import type { PeerStoreEvictionParts } from './limits/peer-store-eviction.ts'
import { ReceiveMemoryLimit } from './limits/receive-memory-limit.ts'
import { streamMetrics } from './limits/stream-metrics.ts'
import type { SwarmLimits } from './limits/swarm-limits.ts'
import { gossipService } from './pubsub/gossip-pubsub.ts'
import type { GossipService } from './pubsub/gossip-pubsub.ts'
import type { RelayParts } from './relay/relay-reservations.ts'
import type { MemoryReport } from './streams/metered-frames.ts'
import { nativeNoise } from './transports/native-noise.ts'

/** Inbound connections per second from one host: less than an attacker would open. */
const MAX_INBOUND_A_SECOND = 32

/**
 * Timeout of identify. A peer that was not identified in time counts as one without protocols for the rest of its
 * connection. libp2p's default of 5 s is too short on a busy machine or line.
 */
const IDENTIFY_MS = 30_000

/**
 * Timeout of a keep-alive ping, which is sent every ten seconds. With libp2p's default of 5 s a saturated connection
 * was closed, because the ping is queued after the data.
 */
const KEEP_ALIVE_TIMEOUT_MS = 30_000

/**
 * Concurrent pings: those of half a minute and the command `ping`. libp2p allows one, and closes the connection for a
 * second one.
 */
const MAX_PINGS = 8

/**
 * Limit of received and unread bytes of all peers: more than a few slow streams may hold, each of which has its own
 * limit.
 */
const MAX_UNREAD_BYTES = 96 * 1024 * 1024

export interface Libp2pHostOptions {
  /** the transports that the settings allow */
  transports: readonly SwarmTransport[]
  services: SwarmServices | undefined
  /** whether to listen at relays that are found among the peers */
  findsRelays: boolean
  lookupTxt: LookupTxt
  limits: SwarmLimits
}

/** The parts of libp2p that its public interface does not expose. */
interface Libp2pInternals {
  transportManager:
    & { dialTransportForMultiaddr: (address: Multiaddr) => unknown; getAddrs: () => Multiaddr[] }
    & RelayParts
  addressManager: {
    getAddressesWithMetadata: () => Array<
      { multiaddr: Multiaddr; verified: boolean; type: string; lastVerified?: number }
    >
  }
}

/** libp2p with the node's settings and limits. */
export interface Libp2pHost {
  libp2p: Libp2p
  transports: Libp2pInternals['transportManager']
  /** gossipsub; undefined if pubsub is off */
  gossip: ReturnType<GossipService> | undefined
  /** accounts the memory of partly received messages to their connection */
  reportMemory: MemoryReport
  reachability: () => AddressReachability
}

/** Creates libp2p with everything that is configured at its creation. Does not start it. */
export async function createLibp2pHost (
  { transports, services, findsRelays, lookupTxt, limits }: Libp2pHostOptions,
  { config, identity, net, agentVersion, logs }: SwarmDeps
): Promise<Libp2pHost> {
  // Options refer to what exists only when libp2p is created.
  const created: { libp2p?: Libp2p; reachability?: ReachabilityReport } = {}
  const connections = (): ReturnType<Libp2p['getConnections']> => created.libp2p?.getConnections() ?? []
  const { receiveMemory = new ReceiveMemoryLimit(connections, MAX_UNREAD_BYTES) } = limits
  const reportMemory: MemoryReport = (connection, bytes) => {
    receiveMemory.account(connection, bytes)
  }
  const gossip = gossipService(config, reportMemory)

  const libp2p = await createLibp2p({
    start: false,
    logger: componentLogs(logs),
    privateKey: identity.privateKey,
    nodeInfo: { userAgent: agentVersion },
    addresses: addressOptions(
      { transports, findsRelays, isUsable: (address) => created.reachability?.announces(address) ?? true },
      config
    ),
    transports: transports.map(({ make }) => make),
    connectionEncrypters: [nativeNoise()],
    streamMuxers: [
      yamux({
        enableKeepAlive: limits.keepAlive,
        maxInboundStreams: limits.maxStreams,
        maxOutboundStreams: limits.maxStreams,
        streamOptions: { maxStreamWindowSize: limits.windowBytes, maxReadBufferLength: 2 * limits.windowBytes }
      })
    ],
    connectionGater: addressGater(config, Math.min(maxInbound(config), limits.maxInbound), connections),
    connectionManager: {
      dialPeer: dialStaggered,
      addressSorter: addressSorter(transports.flatMap(({ holder }) => holder ?? [])),
      maxConnections: Number.MAX_SAFE_INTEGER,
      inboundConnectionThreshold: MAX_INBOUND_A_SECOND,
      maxIncomingPendingConnections: limits.maxPending
    },
    connectionMonitor: { pingTimeout: { minTimeout: KEEP_ALIVE_TIMEOUT_MS } },
    dns: txtDns(lookupTxt),
    metrics: () => streamMetrics(net.bandwidth, receiveMemory, connections),
    services: {
      ...services?.(config),
      identify: identify({ timeout: IDENTIFY_MS }),
      identifyPush: orderedIdentifyPush(),
      eviction: (parts: PeerStoreEvictionParts) => new PeerStoreEviction(parts, limits.maxRemembered),
      ping: ping({ maxInboundStreams: MAX_PINGS, maxOutboundStreams: MAX_PINGS }),
      // Not the components themselves: libp2p would start them as a service.
      internals: (components) => ({ components }),
      ...gossip == null ? {} : { pubsub: gossip }
    }
  })

  const own = libp2p.services as unknown as {
    internals: { components: Libp2pInternals }
    pubsub?: ReturnType<GossipService>
    reachability?: ReachabilityReport
  }
  const internals = own.internals.components
  created.libp2p = libp2p
  created.reachability = own.reachability

  return {
    libp2p,
    transports: internals.transportManager,
    gossip: own.pubsub,
    reportMemory,
    reachability: () => own.reachability?.report() ?? observedReachability(internals)
  }
}

/** Returns the addresses to listen at and to announce. */
function addressOptions (
  { transports, findsRelays, isUsable }: {
    transports: readonly SwarmTransport[]
    findsRelays: boolean
    isUsable: ReachabilityReport['announces']
  },
  config: SwarmDeps['config']
): Libp2pOptions['addresses'] {
  const { announce, appendAnnounce, announces } = announceSettings(config)
  const configured = listenSettings(config).filter((address) =>
    transports.some(({ listens }) => listens?.(address) === true)
  )
  const isHolderGone = (address: Multiaddr): boolean =>
    transports.some(({ holder }) => holder?.isOpen === false && holder.holds(address))

  return {
    listen: [
      ...configured.map(String),
      ...findsRelays ? ['/p2p-circuit'] : [],
      ...transports.flatMap(({ listensOn }) => listensOn ?? [])
    ],
    announce,
    appendAnnounce,
    announceFilter: (addresses) =>
      addresses.filter((address) => announces(address) && isUsable(address) && !isHolderGone(address))
  }
}

/**
 * Returns the reachability for nodes without AutoNAT, such as browsers, which are reachable at relays only: confirmed
 * observed addresses count.
 */
function observedReachability ({ addressManager }: Libp2pInternals): AddressReachability {
  const observed = addressManager.getAddressesWithMetadata().filter(({ type }) => type !== 'announce')
  const confirmed = observed.filter(({ verified, lastVerified }) => verified && lastVerified != null)
  return {
    overall: confirmed.length > 0 ? 'Public' : 'Unknown',
    reachable: confirmed.map(({ multiaddr }) => multiaddr.toString()),
    unreachable: [],
    unknown: observed.filter((address) => !confirmed.includes(address)).map(({ multiaddr }) => multiaddr.toString())
  }
}
