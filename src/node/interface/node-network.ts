import type { Datastore } from 'interface-datastore'
import type { Exchange } from '../../blocks/exchange/exchange.ts'
import type { Lookup } from '../../blocks/exchange/tracked-exchange.ts'
import type { ConfigStore } from '../../config/config-store.ts'
import type { NodeNet } from '../../net/node-net.ts'
import type { DelegatedRouting } from '../../retrieval/delegated-routing.ts'
import type { Blockstore } from '../../store/blockstore/blockstore.ts'
import type { LazySwarm } from '../../swarm/lazy-swarm.ts'
import type { HttpService } from '../../swarm/streams/http-service.ts'
import type { StreamMounts } from '../../swarm/streams/stream-mounts.ts'
import type { StreamSockets } from '../../swarm/streams/stream-sockets.ts'
import type { Identity } from '../identity/identity.ts'
import type { Providing } from '../providing/providing.ts'

/** Dependencies of an exchange. */
export interface ExchangeDeps {
  identity: Identity
  config: ConfigStore
  /** Blocks of this machine only, for the wants of peers. Blocks that are put here are not passed to `notify`. */
  blockstore: Blockstore
  datastore: Datastore
}

/** Peers, routing and retrieval of a node. */
export interface NodeNetwork {
  /**
   * Whether the node takes part in the network now, by peers and routing. A node that only fetches blocks over HTTP, or
   * that the settings keep off the network, is offline to commands.
   */
  readonly online: boolean
  /** the libp2p peer of this node; undefined while it has none, as offline */
  readonly swarm: LazySwarm | undefined
  /** source of missing blocks; undefined if there is none */
  readonly exchange: Exchange | undefined
  /** Returns the requests that wait for missing blocks, oldest first. */
  readonly lookups: () => Lookup[]
  /** client of the delegated routers; undefined if none are used */
  readonly routing: DelegatedRouting | undefined
  /** announces the blocks of the node; undefined if its owner configured nothing for it, and on an offline node */
  readonly providing: Providing | undefined
  /** peering, and the traffic of connections */
  readonly net: NodeNet
  /** streams of custom protocols that are forwarded between peers and local endpoints */
  readonly streamMounts: StreamMounts
  /** sockets of the machine; undefined if there are none, as in a browser */
  readonly sockets: StreamSockets | undefined
  /** answers HTTP requests over streams of peers; undefined if nothing does */
  readonly httpService: HttpService | undefined
}
