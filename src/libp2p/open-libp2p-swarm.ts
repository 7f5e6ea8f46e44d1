import './promise-with-resolvers.ts'
import type { Libp2p } from '@libp2p/interface'
import { identify } from '@libp2p/identify'
import { noise } from '@libp2p/noise'
import { peerIdFromString } from '@libp2p/peer-id'
import { ping } from '@libp2p/ping'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'
import { createLibp2p } from 'libp2p'
import { BitswapExchange } from './bitswap/bitswap-exchange.ts'
import { bootstrapPeers } from '../net/bootstrap/bootstrap-peers.ts'
import { hasDht } from '../net/has-dht.ts'
import { Peering } from '../net/peering.ts'
import { readablePeers } from '../net/readable-peers.ts'
import { staticRelays } from '../net/static-relays.ts'
import { PeerKeeper } from '../swarm/peer-keeper.ts'
import type { Swarm } from '../swarm/swarm.ts'
import type { SwarmDeps } from '../swarm/swarm-deps.ts'
import { addressGater, isFiltered } from './address-gater.ts'
import { addressOrder } from './address-order.ts'
import { BitswapStreams } from './bitswap-streams.ts'
import { dnsByTxt } from './dns-by-txt.ts'
import type { LookupTxt } from './dns-by-txt.ts'
import { ConnectionTrimmer } from './connection-trimmer.ts'
import { DualDht } from './dht/dual-dht.ts'
import { KadStreams } from './dht/kad-streams.ts'
import { resolveDnsaddr } from './resolve-dnsaddr.ts'
import { GossipPubsub, gossipService } from './gossip-pubsub.ts'
import type { Held } from './held-frames.ts'
import { Libp2pFetch } from './libp2p-fetch.ts'
import { Libp2pSwarm } from './libp2p-swarm.ts'
import { NamePubsub } from '../swarm/name-pubsub.ts'
import { orderedIdentifyPush } from './ordered-identify-push.ts'
import { PeerForgetting } from './peer-forgetting.ts'
import type { PeerForgettingParts } from './peer-forgetting.ts'
import type { ReachabilityReport } from './reachability-report.ts'
import { Redialled } from './redialled.ts'
import { RelayReservations } from './relay-reservations.ts'
import type { RelayParts } from './relay-reservations.ts'
import { SequenceStore } from '../swarm/sequence-store.ts'
import { staggerDials } from './staggered-dials.ts'
import type { DialParts, DialQueueParts } from './staggered-dials.ts'
import { streamMetrics } from './stream-metrics.ts'
import { announceSettings, isTransportOn, listenSettings, maxInbound, trimSettings } from './swarm-settings.ts'
import type { SwarmBounds } from './swarm-bounds.ts'
import type { SwarmServices } from './swarm-services.ts'
import type { SwarmTransport } from './swarm-transport.ts'
import { TurnedConnections } from './turned-connections.ts'
import { UnreadGuard } from './unread-guard.ts'

/** Streams of one connection at most, each way: room for those of bitswap, of which Kubo opens one a message, and for some others. */
const MAX_STREAMS = 1100

/**
 * What of one stream may be on its way to a reader that is slow: @libp2p/yamux lets it grow to 16 MiB and cuts a stream of which more than 4 MiB
 * wait, so that a fast sender would lose its stream for no fault of its own.
 */
const WINDOW_BYTES = 4 * 1024 * 1024

/** Connections a second from one host, and such that have not said yet who they are: fewer than who wants to exhaust us would open. */
const MAX_INBOUND_A_SECOND = 32
const MAX_PENDING = 32

/**
 * A peer may take so long to say who it is: one that was not heard within it counts as one that speaks no protocol, for as long as its connection
 * lasts. libp2p's own 5 s are over on a machine, or a line, that is busy.
 */
const IDENTIFY_MS = 30_000

/**
 * A peer is asked every ten seconds whether it is there, and cut when it does not answer. libp2p's 5 s are over where so much is on its way that
 * the question waits behind it: a connection that was used the most was lost for it.
 */
const ANSWER_MS = 30_000

/** The questions of half a minute are under way at once then, and the command `ping` beside them; libp2p has one at a time, and cuts a connection for a second one too. */
const MAX_PINGS = 8

/** What has come of all peers together and nobody has read: more than a few slow streams may hold, each of which has its own limit. */
const MAX_UNREAD_BYTES = 96 * 1024 * 1024

/** A walk of the DHT meets some hundred servers. */
const MAX_REMEMBERED = 4096

const BOUNDS: SwarmBounds = { maxInbound: Infinity, maxPending: MAX_PENDING, maxStreams: MAX_STREAMS, windowBytes: WINDOW_BYTES, maxRemembered: MAX_REMEMBERED, keepAlive: true }

export interface Libp2pSwarmOptions {
  transports: readonly SwarmTransport[]
  services?: SwarmServices
  /** nobody reaches the node but through others: it looks for relays among the peers that it meets */
  isPrivate?: boolean
  /** multiaddrs of relays of the node's own network (`OwnNetwork`), beside those of the configuration */
  ownRelays?: readonly string[]
  /** whether `auto` of the configuration stands for the peers that the network's operators recommend */
  auto: boolean
  /** TXT records, for addresses of the kind /dnsaddr */
  lookupTxt: LookupTxt
  /** what of an address with a transport the platform refuses all the same */
  refuses?: (address: Multiaddr) => string | undefined
  /** where peers may take less than on a machine of its own */
  bounds?: SwarmBounds
}

/** The parts of libp2p that it does not give out itself. */
interface Inside {
  transportManager: { dialTransportForMultiaddr: (address: Multiaddr) => unknown, getAddrs: () => Multiaddr[] } & RelayParts & DialParts['transportManager']
  peerStore: DialParts['peerStore']
  connectionManager: { dialQueue: DialQueueParts }
  addressManager: { getAddressesWithMetadata: () => Array<{ multiaddr: Multiaddr, verified: boolean, type: string, lastVerified?: number }> }
}

/** Makes a swarm over libp2p and starts it: it listens, and begins to connect to peers in the background. */
export async function openLibp2pSwarm ({ transports, services, auto, isPrivate = false, ownRelays = [], lookupTxt, refuses = () => undefined, bounds = BOUNDS }: Libp2pSwarmOptions, deps: SwarmDeps): Promise<Swarm> {
  const { config, identity, net, datastore, blockstore, agentVersion, logs } = deps
  const log = logs.logger('swarm')
  const used = transports.filter(({ name, needs = name }) => isTransportOn(config, name) && isTransportOn(config, needs))
  const holders = used.flatMap(({ holder }) => holder ?? [])
  const named = used.some(({ name }) => name === 'Relay') ? staticRelays(config) : undefined
  const relays = named == null ? undefined : [...ownRelays, ...named]
  const { announce, appendAnnounce, announces } = announceSettings(config)
  const { maxStreams, windowBytes, maxPending, maxRemembered, keepAlive } = bounds
  const limits = { connectionsInbound: Math.min(maxInbound(config), bounds.maxInbound), streamsInbound: maxStreams, streamsOutbound: maxStreams }
  const { bandwidth } = net
  let inside: Inside | undefined
  let isOfUse: ReachabilityReport['announces'] = () => true
  let connections = (): ReturnType<Libp2p['getConnections']> => []
  const { unread = new UnreadGuard(() => connections(), MAX_UNREAD_BYTES) } = bounds
  const held: Held = (connection, bytes) => { unread.held(connection, bytes) }
  const gossip = gossipService(config, held)

  const libp2p = await createLibp2p({
    start: false,
    privateKey: identity.privateKey,
    nodeInfo: { userAgent: agentVersion },
    addresses: {
      listen: [
        ...listenSettings(config).filter((address) => used.some(({ listens }) => listens?.(address) === true)).map(String),
        ...isPrivate && relays?.length === 0 ? ['/p2p-circuit'] : [],
        ...used.flatMap(({ listensOn }) => listensOn ?? [])
      ],
      announce,
      appendAnnounce,
      announceFilter: (addresses) => addresses.filter((address) => announces(address) && isOfUse(address) && !holders.some((holder) => !holder.isOpen && holder.holds(address)))
    },
    transports: used.map(({ make }) => make),
    connectionEncrypters: [noise()],
    streamMuxers: [yamux({ enableKeepAlive: keepAlive, maxInboundStreams: maxStreams, maxOutboundStreams: maxStreams, streamOptions: { maxStreamWindowSize: windowBytes, maxReadBufferLength: 2 * windowBytes } })],
    connectionGater: addressGater(config, limits.connectionsInbound, () => connections()),
    connectionManager: { addressSorter: addressOrder(holders), maxConnections: Number.MAX_SAFE_INTEGER, inboundConnectionThreshold: MAX_INBOUND_A_SECOND, maxIncomingPendingConnections: maxPending },
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
        staggerDials(inside.connectionManager.dialQueue, inside)
        return {}
      },
      ...gossip == null ? {} : { pubsub: gossip }
    }
  })

  connections = () => libp2p.getConnections()
  const asked = (libp2p.services as { reachability?: ReachabilityReport }).reachability
  isOfUse = (address) => asked?.announces(address) ?? true
  const streams = new BitswapStreams(libp2p, held)
  const exchange = new BitswapExchange({ network: streams, blocks: blockstore, serves: config.get<boolean | null>('Bitswap.ServerEnabled') !== false })

  const pubsub = gossip == null ? undefined : new GossipPubsub((libp2p.services as unknown as { pubsub: ReturnType<typeof gossip> }).pubsub, new SequenceStore(datastore))
  const namePubsub = pubsub == null || config.get<boolean | null>('Ipns.UsePubsub') !== true ? undefined : new NamePubsub({ pubsub, fetch: new Libp2pFetch(libp2p) })

  // in the order and the words of go-libp2p (`p2p/net/swarm/swarm_dial.go`, `filterKnownUndialables`)
  const undialable = (address: Multiaddr): string | undefined => inside?.transportManager.dialTransportForMultiaddr(address) == null ? 'no transport for protocol' : isFiltered(config, address) ? 'gater disallows connection to peer' : refuses(address)

  const dht: DualDht | undefined = !hasDht(config) ? undefined : new DualDht({
    network: new KadStreams({ libp2p, undialable, held }),
    withLoopback: config.get<boolean | null>('Routing.LoopbackAddressesOnLanDHT') === true,
    addresses: () => swarm.addresses().map((address) => multiaddr(address).bytes),
    join: async (options) => { await Promise.allSettled(bootstrapPeers(config, { auto }).map(async (peer) => { await swarm.connect(peer, options) })) }
  })

  const keeper = new PeerKeeper({
    peering: net.peering,
    bootstrap: () => bootstrapPeers(config, { auto }),
    self: identity.peerId.toString(),
    isConnected: (peer) => libp2p.getConnections(peerIdFromString(peer)).length > 0,
    connections: () => libp2p.getPeers().length,
    connect: async (peer, options) => { await swarm.connect(peer, options) }
  })

  const reservations = new RelayReservations(libp2p, () => inside?.transportManager)

  // a place at a relay is kept as a connection is
  const relayKeeper = new PeerKeeper({
    peering: new Peering(readablePeers(relays ?? [])),
    bootstrap: () => [],
    self: identity.peerId.toString(),
    isConnected: (relay) => reservations.has(relay),
    connections: () => 0,
    connect: async (relay, { signal }) => {
      await swarm.connect(relay, { signal })
      await reservations.reserve(relay.ID)
    }
  })

  const trims = trimSettings(config)
  const trimmer = trims == null ? undefined : new ConnectionTrimmer({ ...trims, libp2p, isProtected: (peer) => reservations.has(peer) || net.peering.list().some(({ ID }) => ID === peer) })

  const redialled = new Redialled(libp2p, holders, async (peer, options) => { await swarm.connect(peer, options) })

  // whom others reach only through relays calls back who does; Kubo has the same setting for the whole of DCUtR
  const turned = isPrivate && relays != null && config.get<boolean | null>('Swarm.EnableHolePunching') !== false ? new TurnedConnections({ libp2p, undialable }) : undefined

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
    retry: () => { keeper.retry(); relayKeeper.retry() },
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
    reservations.start((relay) => { relayKeeper.disconnected(relay) })
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

/** Where nobody is asked, as in a browser, which is reached at its places at relays alone: what others have seen of us and was confirmed counts. */
function observedReachability (inside: Inside | undefined): ReturnType<Swarm['reachability']> {
  const observed = inside?.addressManager.getAddressesWithMetadata().filter(({ type }) => type !== 'announce') ?? []
  const confirmed = observed.filter(({ verified, lastVerified }) => verified && lastVerified != null)
  return { overall: confirmed.length > 0 ? 'Public' : 'Unknown', reachable: confirmed.map(({ multiaddr }) => multiaddr.toString()), unreachable: [], unknown: observed.filter((address) => !confirmed.includes(address)).map(({ multiaddr }) => multiaddr.toString()) }
}
