import './host/promise-with-resolvers.ts'

import { identify } from '@libp2p/identify'
import type { Libp2p } from '@libp2p/interface'
import { peerIdFromString } from '@libp2p/peer-id'
import { ping } from '@libp2p/ping'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'
import { createLibp2p } from 'libp2p'
import { readablePeers } from '../net/addresses/readable-peers.ts'
import { bootstrapPeers } from '../net/bootstrap/bootstrap-peers.ts'
import { hasDht } from '../net/has-dht.ts'
import { Peering } from '../net/peering.ts'
import { staticRelays } from '../net/static-relays.ts'
import { PeerKeeper } from '../swarm/peers/peering-service.ts'
import { NamePubsub } from '../swarm/pubsub/name-pubsub.ts'
import { SequenceStore } from '../swarm/pubsub/sequence-store.ts'
import type { SwarmDeps } from '../swarm/swarm-deps.ts'
import type { Swarm } from '../swarm/swarm.ts'
import { addressGater, isFiltered } from './addresses/address-gater.ts'
import { addressOrder } from './addresses/address-sorter.ts'
import { resolveDnsaddr } from './addresses/resolve-dnsaddr.ts'
import { dnsByTxt } from './addresses/txt-dns.ts'
import type { LookupTxt } from './addresses/txt-dns.ts'
import { BitswapExchange } from './bitswap/bitswap-exchange.ts'
import { BitswapStreams } from './bitswap/bitswap-streams.ts'
import { componentLogs } from './component-logs.ts'
import { DualDht } from './dht/dual-dht.ts'
import { KadStreams } from './dht/kad-streams.ts'
import { dialStaggered } from './dialing/happy-eyeballs.ts'
import { Redialled } from './dialing/reconnector.ts'
import type { ReachabilityReport } from './host/reachability-report.ts'
import type { SwarmServices } from './host/swarm-services.ts'
import { announceSettings, isTransportOn, listenSettings, maxInbound, trimSettings } from './host/swarm-settings.ts'
import type { SwarmTransport } from './host/swarm-transport.ts'
import { orderedIdentifyPush } from './identify/ordered-identify-push.ts'
import { Libp2pSwarm } from './libp2p-swarm.ts'
import { ConnectionTrimmer } from './limits/connection-trimmer.ts'
import { PeerForgetting } from './limits/peer-store-eviction.ts'
import type { PeerForgettingParts } from './limits/peer-store-eviction.ts'
import { UnreadGuard } from './limits/receive-memory-limit.ts'
import { streamMetrics } from './limits/stream-metrics.ts'
import type { SwarmBounds } from './limits/swarm-limits.ts'
import { nativeNoise } from './noise/native-noise.ts'
import { Libp2pFetch } from './pubsub/fetch-protocol.ts'
import { GossipPubsub, gossipService } from './pubsub/gossip-pubsub.ts'
import { TurnedConnections } from './relay/connection-reversal.ts'
import { RelayReservations } from './relay/relay-reservations.ts'
import type { RelayParts } from './relay/relay-reservations.ts'
import type { Held } from './streams/metered-frames.ts'

/**
 * Largest number of streams per connection and direction: enough for bitswap, of which Kubo opens one per message, and
 * some others.
 */
const MAX_STREAMS = 1100

/**
 * Receive window of a stream. @libp2p/yamux lets it grow to 16 MiB and resets a stream with more than 4 MiB unread, so
 * a fast sender would lose its stream through no fault of its own.
 */
const WINDOW_BYTES = 4 * 1024 * 1024

/** Inbound connections per second from one host, and unidentified ones: less than an attacker would open. */
const MAX_INBOUND_A_SECOND = 32
const MAX_PENDING = 32

/**
 * Timeout of identify. A peer that was not identified in time counts as one without protocols for the rest of its
 * connection. libp2p's default of 5 s is too short on a busy machine or line.
 */
const IDENTIFY_MS = 30_000

/**
 * Timeout of a keep-alive ping, which is sent every ten seconds. With libp2p's default of 5 s a saturated connection
 * was closed, because the ping is queued after the data.
 */
const ANSWER_MS = 30_000

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

/** Number of disconnected peers that are remembered. A walk of the DHT meets some hundred servers. */
const MAX_REMEMBERED = 4096

const BOUNDS: SwarmBounds = {
  maxInbound: Infinity,
  maxPending: MAX_PENDING,
  maxStreams: MAX_STREAMS,
  windowBytes: WINDOW_BYTES,
  maxRemembered: MAX_REMEMBERED,
  keepAlive: true
}

export interface Libp2pSwarmOptions {
  transports: readonly SwarmTransport[]
  services?: SwarmServices
  /** whether the node cannot be dialled directly, and so looks for relays among its peers */
  isPrivate?: boolean
  /** multiaddrs of relays of the own network (`OwnNetwork`), in addition to configured ones */
  ownRelays?: readonly string[]
  /** whether `auto` in the configuration means the recommended bootstrap peers */
  auto: boolean
  /** TXT lookup, for /dnsaddr addresses */
  lookupTxt: LookupTxt
  /** returns the reason why the platform refuses an address although a transport supports it */
  refuses?: (address: Multiaddr) => string | undefined
  /** stricter limits for shared machines */
  bounds?: SwarmBounds
}

/** The parts of libp2p that its public interface does not expose. */
interface Inside {
  transportManager:
    & { dialTransportForMultiaddr: (address: Multiaddr) => unknown; getAddrs: () => Multiaddr[] }
    & RelayParts
  addressManager: {
    getAddressesWithMetadata: () => Array<
      { multiaddr: Multiaddr; verified: boolean; type: string; lastVerified?: number }
    >
  }
}

/** Creates and starts a swarm over libp2p: it listens, and connects to peers in the background. */
export async function openLibp2pSwarm (
  {
    transports,
    services,
    auto,
    isPrivate = false,
    ownRelays = [],
    lookupTxt,
    refuses = () => undefined,
    bounds = BOUNDS
  }: Libp2pSwarmOptions,
  deps: SwarmDeps
): Promise<Swarm> {
  const { config, identity, net, datastore, blockstore, agentVersion, logs } = deps
  const log = logs.logger('swarm')
  const used = transports.filter(({ name, needs = name }) =>
    isTransportOn(config, name) && isTransportOn(config, needs)
  )
  const holders = used.flatMap(({ holder }) => holder ?? [])
  const named = used.some(({ name }) => name === 'Relay') ? staticRelays(config) : undefined
  const relays = named == null ? undefined : [...ownRelays, ...named]
  const { announce, appendAnnounce, announces } = announceSettings(config)
  const { maxStreams, windowBytes, maxPending, maxRemembered, keepAlive } = bounds
  const limits = {
    connectionsInbound: Math.min(maxInbound(config), bounds.maxInbound),
    streamsInbound: maxStreams,
    streamsOutbound: maxStreams
  }
  const { bandwidth } = net
  let inside: Inside | undefined
  let isOfUse: ReachabilityReport['announces'] = () => true
  let connections = (): ReturnType<Libp2p['getConnections']> => []
  const { unread = new UnreadGuard(() => connections(), MAX_UNREAD_BYTES) } = bounds
  const held: Held = (connection, bytes) => {
    unread.held(connection, bytes)
  }
  const gossip = gossipService(config, held)

  const libp2p = await createLibp2p({
    start: false,
    logger: componentLogs(logs),
    privateKey: identity.privateKey,
    nodeInfo: { userAgent: agentVersion },
    addresses: {
      listen: [
        ...listenSettings(config).filter((address) => used.some(({ listens }) => listens?.(address) === true)).map(
          String
        ),
        ...isPrivate && relays?.length === 0 ? ['/p2p-circuit'] : [],
        ...used.flatMap(({ listensOn }) => listensOn ?? [])
      ],
      announce,
      appendAnnounce,
      announceFilter: (addresses) =>
        addresses.filter((address) =>
          announces(address) && isOfUse(address) && !holders.some((holder) => !holder.isOpen && holder.holds(address))
        )
    },
    transports: used.map(({ make }) => make),
    connectionEncrypters: [nativeNoise()],
    streamMuxers: [
      yamux({
        enableKeepAlive: keepAlive,
        maxInboundStreams: maxStreams,
        maxOutboundStreams: maxStreams,
        streamOptions: { maxStreamWindowSize: windowBytes, maxReadBufferLength: 2 * windowBytes }
      })
    ],
    connectionGater: addressGater(config, limits.connectionsInbound, () => connections()),
    connectionManager: {
      addressSorter: addressOrder(holders),
      dialPeer: dialStaggered,
      maxConnections: Number.MAX_SAFE_INTEGER,
      inboundConnectionThreshold: MAX_INBOUND_A_SECOND,
      maxIncomingPendingConnections: maxPending
    },
    connectionMonitor: { pingTimeout: { minTimeout: ANSWER_MS } },
    dns: dnsByTxt(lookupTxt),
    metrics: () => streamMetrics(bandwidth, unread, () => connections()),
    services: {
      ...services?.(config),
      identify: identify({ timeout: IDENTIFY_MS }),
      identifyPush: orderedIdentifyPush(),
      forgetting: (parts: PeerForgettingParts) => new PeerForgetting(parts, maxRemembered),
      ping: ping({ maxInboundStreams: MAX_PINGS, maxOutboundStreams: MAX_PINGS }),
      inside: (components) => {
        inside = components as unknown as Inside
        return {}
      },
      ...gossip == null ? {} : { pubsub: gossip }
    }
  })

  connections = () => libp2p.getConnections()
  const asked = (libp2p.services as { reachability?: ReachabilityReport }).reachability
  isOfUse = (address) => asked?.announces(address) ?? true
  const streams = new BitswapStreams(libp2p, held)
  const exchange = new BitswapExchange({
    network: streams,
    blocks: blockstore,
    serves: config.get<boolean | null>('Bitswap.ServerEnabled') !== false,
    log: logs.logger('bitswap')
  })

  const pubsub = gossip == null
    ? undefined
    : new GossipPubsub(
      (libp2p.services as unknown as { pubsub: ReturnType<typeof gossip> }).pubsub,
      new SequenceStore(datastore)
    )
  const namePubsub = pubsub == null || config.get<boolean | null>('Ipns.UsePubsub') !== true
    ? undefined
    : new NamePubsub({ pubsub, fetch: new Libp2pFetch(libp2p) })

  // In the order and words of go-libp2p (`p2p/net/swarm/swarm_dial.go`, `filterKnownUndialables`).
  const undialable = (address: Multiaddr): string | undefined =>
    inside?.transportManager.dialTransportForMultiaddr(address) == null
      ? 'no transport for protocol'
      : isFiltered(config, address)
      ? 'gater disallows connection to peer'
      : refuses(address)

  const dht: DualDht | undefined = !hasDht(config) ? undefined : new DualDht({
    network: new KadStreams({ libp2p, undialable, held }),
    withLoopback: config.get<boolean | null>('Routing.LoopbackAddressesOnLanDHT') === true,
    addresses: () => swarm.addresses().map((address) => multiaddr(address).bytes),
    join: async (options) => {
      await Promise.allSettled(
        bootstrapPeers(config, { auto }).map(async (peer) => {
          await swarm.connect(peer, options)
        })
      )
    }
  })

  const keeper = new PeerKeeper({
    peering: net.peering,
    bootstrap: () => bootstrapPeers(config, { auto }),
    self: identity.peerId.toString(),
    isConnected: (peer) => libp2p.getConnections(peerIdFromString(peer)).length > 0,
    connections: () => libp2p.getPeers().length,
    connect: async (peer, options) => {
      await swarm.connect(peer, options)
    },
    log: (kind) => logs.logger(kind)
  })

  const reservations = new RelayReservations(libp2p, () => inside?.transportManager)

  // A relay reservation is kept like a connection.
  const relayKeeper = new PeerKeeper({
    peering: new Peering(readablePeers(relays ?? [])),
    bootstrap: () => [],
    self: identity.peerId.toString(),
    isConnected: (relay) => reservations.has(relay),
    connections: () => 0,
    connect: async (relay, { signal }) => {
      await swarm.connect(relay, { signal })
      await reservations.reserve(relay.ID)
      logs.logger('autorelay').info('a place at a relay was reserved', { relay: relay.ID })
    },
    log: () => logs.logger('autorelay')
  })

  const trims = trimSettings(config)
  const trimmer = trims == null
    ? undefined
    : new ConnectionTrimmer({
      ...trims,
      libp2p,
      isProtected: (peer) => reservations.has(peer) || net.peering.list().some(({ ID }) => ID === peer)
    })

  const redialled = new Redialled(libp2p, holders, async (peer, options) => {
    await swarm.connect(peer, options)
  })

  // A node that is reachable through relays only calls back (connection reversal). Kubo uses this setting for all of
  // DCUtR.
  const turned = isPrivate && relays != null && config.get<boolean | null>('Swarm.EnableHolePunching') !== false
    ? new TurnedConnections({ libp2p, undialable })
    : undefined

  const swarm: Libp2pSwarm = new Libp2pSwarm({
    libp2p,
    exchange,
    pubsub,
    namePubsub,
    dht,
    undialable,
    holders,
    resolve: async (address, { signal }) => await resolveDnsaddr(multiaddr(address), lookupTxt, signal),
    findPeer: deps.findPeer,
    listening: () => inside?.transportManager.getAddrs() ?? [],
    reachability: () => asked?.report() ?? observedReachability(inside),
    limits,
    retry: () => {
      keeper.retry()
      relayKeeper.retry()
    },
    release: async () => {
      trimmer?.stop()
      keeper.stop()
      relayKeeper.stop()
      redialled.stop()
      turned?.stop()
      dht?.stop()
      await namePubsub?.stop()
      await exchange.stop()
      await streams.stop()
    }
  })

  libp2p.addEventListener('peer:disconnect', ({ detail }) => {
    keeper.disconnected(detail.toString())
    relayKeeper.disconnected(detail.toString())
  })
  turned?.start()
  await dht?.start()
  await libp2p.start()

  try {
    if (config.get<boolean | null>('Bitswap.Libp2pEnabled') !== false) {
      await streams.start(exchange)
    }

    await namePubsub?.start()
    keeper.start()
    reservations.start((relay) => {
      relayKeeper.disconnected(relay)
    })
    relayKeeper.start()
    redialled.start()
    trimmer?.start()
    log.info('the swarm runs', { listens: swarm.listenAddresses().join(' ') })
    return swarm
  } catch (err) {
    await swarm.stop()
    throw err
  }
}

/**
 * Returns the reachability for nodes without AutoNAT, such as browsers, which are reachable at relays only: confirmed
 * observed addresses count.
 */
function observedReachability (inside: Inside | undefined): ReturnType<Swarm['reachability']> {
  const observed = inside?.addressManager.getAddressesWithMetadata().filter(({ type }) => type !== 'announce') ?? []
  const confirmed = observed.filter(({ verified, lastVerified }) => verified && lastVerified != null)
  return {
    overall: confirmed.length > 0 ? 'Public' : 'Unknown',
    reachable: confirmed.map(({ multiaddr }) => multiaddr.toString()),
    unreachable: [],
    unknown: observed.filter((address) => !confirmed.includes(address)).map(({ multiaddr }) => multiaddr.toString())
  }
}
