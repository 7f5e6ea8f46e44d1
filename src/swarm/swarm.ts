import type { Exchange } from '../blocks/exchange/exchange.ts'
import type { ByteDuplex } from '../bytes/byte-duplex.ts'
import type { PeerAddresses } from '../net/addresses/peer-addresses.ts'
import type { Dht } from './dht.ts'
import type { NamePubsub } from './pubsub/name-pubsub.ts'
import type { Pubsub } from './pubsub/pubsub.ts'
import type { SwarmResources } from './swarm-resources.ts'

/** A stream of a protocol to or from a peer. */
export interface PeerStream extends ByteDuplex {
  /** Peer ID in base58. */
  readonly peer: string
  readonly protocol: string
}

/** An open connection to a peer. */
export interface SwarmConnection {
  peer: string
  /** The remote address, without the peer ID. */
  address: string
  direction: 'inbound' | 'outbound'
  /** Goes through a relay with a data limit: no blocks are sent over it. */
  isLimited: boolean
  /** The round-trip time; undefined if it was not measured. */
  latencyMs: number | undefined
  /** The protocols of its open streams, one for each stream. */
  streams: string[]
}

/** The data of a peer from identify (github.com/libp2p/specs/blob/master/identify). */
export interface PeerIdentity {
  id: string
  /** The public key as a libp2p protobuf; undefined if it is unknown. */
  publicKey: Uint8Array | undefined
  /** Without the peer ID. */
  addresses: string[]
  agentVersion: string
  protocols: string[]
}

/**
 * The reachability of this node's addresses from outside (github.com/libp2p/specs/blob/master/autonat/autonat-v2.md).
 */
export interface AddressReachability {
  overall: 'Unknown' | 'Public' | 'Private'
  reachable: string[]
  unreachable: string[]
  unknown: string[]
}

export interface SwarmOptions {
  /** Cancels the operation. Every operation also has a timeout of its own. */
  signal: AbortSignal
}

export interface ConnectionWatcher {
  /** Called when a connection was opened or closed, or its peer was identified; must not throw. */
  changed: () => void
  /** Called when `disconnect` has closed the last connection to the peer; must not throw. */
  dropped: (peer: string) => void
}

/**
 * The node as a peer: the interface to the network for commands and the rest of the node. Peer IDs are in base58,
 * addresses are multiaddrs as text.
 */
export interface Swarm {
  /** Exchanges blocks with peers. */
  readonly exchange: Exchange
  /** Undefined if `Pubsub.Enabled` was not set at the start of the node. */
  readonly pubsub: Pubsub | undefined
  /** IPNS over pubsub; undefined if `Ipns.UsePubsub` was not set at the start of the node. */
  readonly namePubsub: NamePubsub | undefined
  /** Undefined if `Routing.Type` had no DHT at the start of the node. */
  readonly dht: Dht | undefined
  /** Returns the open connections, unordered. */
  connections: () => SwarmConnection[]
  /**
   * Watches the connections.
   *
   * @returns a function that stops watching
   */
  watchConnections: (watcher: ConnectionWatcher) => () => void
  /** Returns the announced addresses of this node, without its ID. */
  addresses: () => string[]
  /** Returns the listening addresses. */
  listenAddresses: () => string[]
  reachability: () => AddressReachability
  /** Returns the supported protocols, sorted. */
  protocols: () => string[]
  /** Returns all known addresses by peer ID, including the node itself, each list sorted. */
  knownAddresses: () => Promise<Map<string, string[]>>
  /** Returns the identify data of a peer; undefined for an unknown one. */
  identity: (peer: string) => Promise<PeerIdentity | undefined>
  /**
   * Connects to a peer, if necessary.
   *
   * @throws RoutingNotFoundError if no address is known
   * @throws DialError with the error of each address
   * @throws the signal's reason
   */
  connect: (peer: PeerAddresses, options: SwarmOptions) => Promise<void>
  /** Whether one of these addresses can only be reached through an open page of this node, and there is none now. */
  needsPage: (addresses: readonly string[]) => boolean
  /**
   * Closes all connections to a peer, or the one at an address.
   *
   * @throws NotConnectedError
   */
  disconnect: (peer: string, options: SwarmOptions & { address?: string }) => Promise<void>
  /**
   * Resolves a /dnsaddr address to addresses with a peer ID (github.com/multiformats/multiaddr,
   * `protocols/DNSADDR.md`).
   *
   * @throws an Error if there is no DNS resolver
   */
  resolve: (address: string, options: SwarmOptions) => Promise<string[]>
  /**
   * Pings a peer.
   *
   * @returns the round-trip time in milliseconds
   */
  ping: (peer: string, options: SwarmOptions) => Promise<number>
  /**
   * Opens a stream of a protocol to a connected peer.
   *
   * @throws NotConnectedError
   * @throws an Error if the peer does not support the protocol
   */
  openStream: (peer: string, protocol: string, options: SwarmOptions) => Promise<PeerStream>
  /**
   * Accepts incoming streams of a protocol.
   *
   * @returns a function that stops it
   * @throws an Error if the node already uses the protocol
   */
  handleStreams: (protocol: string, taken: (stream: PeerStream) => void) => Promise<() => Promise<void>>
  resources: () => SwarmResources
  /** Dials all disconnected peers at once, because the network may be back. */
  retry: () => void
  /** Closes all connections and listeners. */
  stop: () => Promise<void>
}
