import { CombinedExchange } from '../../blocks/exchange/combined-exchange.ts'
import type { ExchangeSession } from '../../blocks/exchange/exchange-session.ts'
import type { Exchange } from '../../blocks/exchange/exchange.ts'
import { NoPeersExchange } from '../../blocks/exchange/no-peers-exchange.ts'
import { TrackedExchange } from '../../blocks/exchange/tracked-exchange.ts'
import { AllowedBlocks } from '../../blocks/local/allowed-blocks.ts'
import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'
import type { ConfigStore } from '../../config/config-store.ts'
import type { Logs } from '../../log/logs.ts'
import type { RecordPlace } from '../../names/routing/record-place.ts'
import { hasDht } from '../../net/network-settings.ts'
import { nodeNet } from '../../net/node-net.ts'
import { DelegatedRouting } from '../../retrieval/delegated-routing.ts'
import type { DelegatedRoutingOptions } from '../../retrieval/delegated-routing.ts'
import { LazySwarm } from '../../swarm/lazy-swarm.ts'
import { PeerExchange } from '../../swarm/peers/peer-exchange.ts'
import { dhtPlace } from '../../swarm/routing/dht-place.ts'
import { findPeer } from '../../swarm/routing/find-peer.ts'
import { findProviders } from '../../swarm/routing/find-providers.ts'
import type { PeerSources } from '../../swarm/routing/find-providers.ts'
import { pubsubPlace } from '../../swarm/routing/pubsub-place.ts'
import type { SwarmDeps } from '../../swarm/swarm-deps.ts'
import type { Swarm } from '../../swarm/swarm.ts'
import { agentVersion } from '../identity/agent-version.ts'
import type { ExchangeDeps, NodeNetwork } from '../interface/node-network.ts'
import type { OpenRepo } from './repo.ts'

export interface NetworkInit {
  /**
   * False starts the node offline: a missing block is an error at once. Default: online if the node has an exchange or
   * a swarm.
   */
  online?: boolean
  /**
   * Whether the current settings keep an online node off the network: it is offline then, and its connections are
   * closed. Default: never.
   */
  isOff?: (config: ConfigStore) => boolean
  /** Opens the libp2p swarm of an online node. Called when something first needs it, or by the services of the node. */
  openSwarm?: (deps: SwarmDeps) => Promise<Swarm>
  /** Creates a source of blocks over connections to peers, in addition to bitswap; default none. */
  peerSource?: (swarm: LazySwarm) => ExchangeSession['get']
  /**
   * Creates the source of blocks of an online node, in addition to the peers of its swarm. Without either the node
   * cannot request blocks, and waits for those that arrive.
   */
  exchange?: (deps: ExchangeDeps) => Exchange
  /**
   * Creates the source of blocks of a node that does not join the network: commands that need the network report that
   * it is offline.
   */
  retrieval?: (deps: ExchangeDeps) => Exchange
  /**
   * options for the delegated routers in the configuration, for names, providers and peers; none are used when left out
   */
  delegatedRouting?: Omit<DelegatedRoutingOptions, 'userAgent'> & {
    /** whether to send `User-Agent` to routers; not in a browser, where the server's CORS would have to allow it */
    namesNode?: boolean
  }
}

export interface Network {
  /** members of the node; `swarm` and `online` follow the settings */
  readonly members: Pick<NodeNetwork, 'online' | 'swarm' | 'exchange' | 'lookups' | 'routing' | 'net'>
  /** Whether the node was started online, regardless of later changes of the settings. */
  readonly startedOnline: boolean
  /** the swarm, also while the settings keep it off the network */
  readonly ownSwarm: LazySwarm | undefined
  /** Returns the places of name records in addition to the datastore, according to the current configuration. */
  recordPlaces: () => RecordPlace[]
}

/** Creates the network of a node. Connects to nothing yet. */
export function createNetwork (
  {
    openSwarm,
    peerSource,
    exchange: makeExchange,
    retrieval: makeRetrieval,
    isOff = () => false,
    online = makeExchange != null || openSwarm != null,
    delegatedRouting
  }: NetworkInit,
  { identity, config, datastore, blockstore: all, policy }: ExchangeDeps & Pick<OpenRepo, 'policy'>,
  logs: Logs
): Network {
  const blockstore = new AllowedBlocks(all, policy)
  const deps = { identity, config, blockstore, datastore }
  const net = nodeNet(config)
  const routing = openRouting(delegatedRouting, config)

  const swarm: LazySwarm | undefined = !online || openSwarm == null
    ? undefined
    : new LazySwarm(async () =>
      await openSwarm({
        identity,
        config,
        blockstore,
        datastore,
        net,
        logs,
        agentVersion: agentVersion(config),
        findPeer: async (peer, options) => await findPeer({ config, routing, swarm }, parsePeerId(peer), options)
      }), { isOff: () => isOff(config) })

  const isOnline = (): boolean => online && !isOff(config)
  const sources = online
    ? onlineExchange({ config, routing, swarm }, makeExchange?.(deps), peerSource)
    : makeRetrieval?.(deps)
  const exchange = sources == null ? undefined : new TrackedExchange(sources)

  return {
    members: {
      net,
      routing,
      exchange,
      lookups: () => exchange?.lookups() ?? [],
      get swarm () {
        return isOnline() ? swarm : undefined
      },
      get online () {
        return isOnline()
      }
    },
    startedOnline: online,
    ownSwarm: swarm,
    recordPlaces: () => [
      ...routing?.recordPlaces() ?? [],
      ...swarm?.isOff === false && config.get<boolean | null>('Ipns.UsePubsub') === true ? [pubsubPlace(swarm)] : [],
      ...swarm?.isOff === false && hasDht(config) ? [dhtPlace(swarm)] : []
    ]
  }
}

function openRouting (options: NetworkInit['delegatedRouting'], config: ConfigStore): DelegatedRouting | undefined {
  return options == null ? undefined : new DelegatedRouting(config, {
    ...options,
    userAgent: options.namesNode === true ? () => agentVersion(config) : undefined
  })
}

/** Combines the peers and the other exchange into an exchange that queries both. */
function onlineExchange (
  sources: PeerSources,
  other: Exchange | undefined,
  peerSource: NetworkInit['peerSource']
): Exchange {
  const peers = sources.swarm == null
    ? undefined
    : new PeerExchange(sources.swarm, {
      findProviders: (cid, options) => findProviders(sources, cid, options),
      otherSource: peerSource
    })
  return peers != null && other != null ? new CombinedExchange([peers, other]) : peers ?? other ?? new NoPeersExchange()
}
