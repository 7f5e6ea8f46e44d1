import { multiaddr } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'
import { bootstrapPeers } from '../net/bootstrap/bootstrap-peers.ts'
import { hasDht, staticRelays } from '../net/network-settings.ts'
import { NamePubsub } from '../swarm/pubsub/name-pubsub.ts'
import type { Pubsub } from '../swarm/pubsub/pubsub.ts'
import { SequenceStore } from '../swarm/pubsub/sequence-store.ts'
import type { SwarmDeps } from '../swarm/swarm-deps.ts'
import type { Swarm } from '../swarm/swarm.ts'
import { isFiltered } from './addresses/address-gater.ts'
import { resolveDnsaddr } from './addresses/resolve-dnsaddr.ts'
import type { LookupTxt } from './addresses/txt-dns.ts'
import { BitswapExchange } from './bitswap/bitswap-exchange.ts'
import { BitswapStreams } from './bitswap/bitswap-streams.ts'
import { ConnectionUpkeep } from './connection-upkeep.ts'
import { createLibp2pHost } from './create-libp2p-host.ts'
import type { Libp2pHost } from './create-libp2p-host.ts'
import { DualDht } from './dht/dual-dht.ts'
import { KadStreams } from './dht/kad-streams.ts'
import type { SwarmServices } from './host/swarm-services.ts'
import { isTransportOn, maxInbound } from './host/swarm-settings.ts'
import type { SwarmTransport } from './host/swarm-transport.ts'
import { Libp2pSwarm } from './libp2p-swarm.ts'
import { DEFAULT_SWARM_LIMITS } from './limits/swarm-limits.ts'
import type { SwarmLimits } from './limits/swarm-limits.ts'
import { FetchProtocol } from './pubsub/fetch-protocol.ts'
import { GossipPubsub } from './pubsub/gossip-pubsub.ts'

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
  limits?: SwarmLimits
}

/** Creates and starts a swarm over libp2p: it listens, and connects to peers in the background. */
export async function openLibp2pSwarm (
  {
    services,
    auto,
    isPrivate = false,
    ownRelays = [],
    lookupTxt,
    refuses = () => undefined,
    limits = DEFAULT_SWARM_LIMITS,
    ...options
  }: Libp2pSwarmOptions,
  deps: SwarmDeps
): Promise<Swarm> {
  const { config, net, blockstore, logs } = deps
  const transports = options.transports.filter(({ name, needs = name }) =>
    isTransportOn(config, name) && isTransportOn(config, needs)
  )
  const holders = transports.flatMap(({ holder }) => holder ?? [])
  const configured = transports.some(({ name }) => name === 'Relay') ? staticRelays(config) : undefined
  const relays = configured == null ? undefined : [...ownRelays, ...configured]
  const host = await createLibp2pHost({
    transports,
    services,
    findsRelays: isPrivate && relays?.length === 0,
    lookupTxt,
    limits
  }, deps)
  const { libp2p, reportMemory } = host
  const streams = new BitswapStreams(libp2p, reportMemory)
  const exchange = new BitswapExchange({
    network: streams,
    blocks: blockstore,
    serves: config.get<boolean | null>('Bitswap.ServerEnabled') !== false,
    log: logs.logger('bitswap')
  })
  const { pubsub, namePubsub } = openPubsub(host, deps)

  // In the order and words of go-libp2p (`p2p/net/swarm/swarm_dial.go`, `filterKnownUndialables`).
  const undialable = (address: Multiaddr): string | undefined => {
    if (host.transports.dialTransportForMultiaddr(address) == null) {
      return 'no transport for protocol'
    }

    return isFiltered(config, address) ? 'gater disallows connection to peer' : refuses(address)
  }

  const connect: Swarm['connect'] = async (peer, options) => {
    await swarm.connect(peer, options)
  }

  const dht: DualDht | undefined = !hasDht(config) ? undefined : new DualDht({
    network: new KadStreams({ libp2p, undialable, reportMemory }),
    withLoopback: config.get<boolean | null>('Routing.LoopbackAddressesOnLanDHT') === true,
    addresses: () => swarm.addresses().map((address) => multiaddr(address).bytes),
    join: async (options) => {
      await Promise.allSettled(
        bootstrapPeers(config, { auto }).map(async (peer) => {
          await connect(peer, options)
        })
      )
    }
  })

  const upkeep = new ConnectionUpkeep({
    libp2p,
    transports: host.transports,
    config,
    peering: net.peering,
    holders,
    relays,
    isPrivate,
    auto,
    undialable,
    connect,
    logs
  })

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
    listening: () => host.transports.getAddrs(),
    reachability: host.reachability,
    limits: {
      connectionsInbound: Math.min(maxInbound(config), limits.maxInbound),
      streamsInbound: limits.maxStreams,
      streamsOutbound: limits.maxStreams
    },
    retry: () => {
      upkeep.retry()
    },
    release: async () => {
      upkeep.stop()
      dht?.stop()
      await namePubsub?.stop()
      await exchange.stop()
      await streams.stop()
    }
  })

  upkeep.listen()
  await dht?.start()
  await libp2p.start()

  try {
    if (config.get<boolean | null>('Bitswap.Libp2pEnabled') !== false) {
      await streams.start(exchange)
    }

    await namePubsub?.start()
    upkeep.start()
    logs.logger('swarm').info('the swarm runs', { listens: swarm.listenAddresses().join(' ') })
    return swarm
  } catch (err) {
    await swarm.stop()
    throw err
  }
}

/** Opens pubsub, and IPNS over pubsub, as far as the settings enable them. */
function openPubsub (
  { libp2p, gossip }: Libp2pHost,
  { config, datastore }: SwarmDeps
): { pubsub: Pubsub | undefined; namePubsub: NamePubsub | undefined } {
  if (gossip == null) {
    return { pubsub: undefined, namePubsub: undefined }
  }

  const pubsub = new GossipPubsub(gossip, new SequenceStore(datastore))
  const isOn = config.get<boolean | null>('Ipns.UsePubsub') === true
  return { pubsub, namePubsub: isOn ? new NamePubsub({ pubsub, fetch: new FetchProtocol(libp2p) }) : undefined }
}
