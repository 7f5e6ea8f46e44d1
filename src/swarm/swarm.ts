import type { Exchange } from '../blocks/exchange.ts'
import type { PeerAddresses } from '../net/peer-addresses.ts'
import type { AddressReachability } from './address-reachability.ts'
import type { Dht } from './dht.ts'
import type { PeerIdentity } from './peer-identity.ts'
import type { NamePubsub } from './name-pubsub.ts'
import type { Pubsub } from './pubsub.ts'
import type { PeerStream } from './streams/peer-stream.ts'
import type { SwarmConnection } from './swarm-connection.ts'
import type { SwarmResources } from './swarm-resources.ts'

export interface SwarmOptions {
  /** ends the wait; every wait has a limit of its own besides */
  signal: AbortSignal
}

export interface ConnectionWatcher {
  /** called when a connection was opened, has ended, or its peer has said who it is; must not throw */
  changed: () => void
  /** called when `disconnect` was asked for and leaves no connection to the peer; must not throw */
  dropped: (peer: string) => void
}

/**
 * The node as a peer among others: what commands and the rest of the node see of the network. Peers are named by their IDs in
 * base58, addresses are multiaddrs as text.
 */
export interface Swarm {
  /** blocks from peers, and for them */
  readonly exchange: Exchange
  /** undefined where `Pubsub.Enabled` was not set when the node started */
  readonly pubsub: Pubsub | undefined
  /** records of names over pubsub; undefined where `Ipns.UsePubsub` was not set when the node started */
  readonly namePubsub: NamePubsub | undefined
  /** undefined where `Routing.Type` had none when the node started */
  readonly dht: Dht | undefined
  /** The connections that are open, in no order. */
  connections: () => SwarmConnection[]
  /**
   * Follows the connections.
   *
   * @returns ends it
   */
  watchConnections: (watcher: ConnectionWatcher) => () => void
  /** Where this node can be reached, as it tells others, without its ID. */
  addresses: () => string[]
  /** Where it listens. */
  listenAddresses: () => string[]
  reachability: () => AddressReachability
  /** Protocols that it speaks, sorted. */
  protocols: () => string[]
  /** What is known of peers, itself included: addresses by ID, each list sorted. */
  knownAddresses: () => Promise<Map<string, string[]>>
  /** What a peer said of itself when it was met; undefined for one that is not known. */
  identity: (peer: string) => Promise<PeerIdentity | undefined>
  /**
   * Sees to it that there is a connection.
   *
   * @throws RoutingNotFoundError when nobody knows an address; DialError with what came of each address; the signal's reason
   */
  connect: (peer: PeerAddresses, options: SwarmOptions) => Promise<void>
  /** Whether one of these addresses leads to its peer by what a page of this node holds, and there is none now. */
  needsPage: (addresses: readonly string[]) => boolean
  /** Closes all connections to a peer, or the one at an address. @throws NotConnectedError */
  disconnect: (peer: string, options: SwarmOptions & { address?: string }) => Promise<void>
  /** The addresses with an ID that DNS has for one of the kind /dnsaddr (github.com/multiformats/multiaddr, `protocols/DNSADDR.md`). @throws an Error when there is nobody to ask */
  resolve: (address: string, options: SwarmOptions) => Promise<string[]>
  /** Sends a few bytes to a peer and waits for them to come back. @returns the time in milliseconds */
  ping: (peer: string, options: SwarmOptions) => Promise<number>
  /**
   * Opens a stream of a protocol to a peer that there is a connection to.
   *
   * @throws NotConnectedError; an Error when the peer does not speak it
   */
  openStream: (peer: string, protocol: string, options: SwarmOptions) => Promise<PeerStream>
  /** Takes the streams of a protocol that peers open. @returns ends that. @throws an Error when the node speaks it already */
  handleStreams: (protocol: string, taken: (stream: PeerStream) => void) => Promise<() => Promise<void>>
  resources: () => SwarmResources
  /** The network may be back: whom the node is to be connected to is called at once, and not when the time for it has come. */
  retry: () => void
  /** Closes all connections and listeners. */
  stop: () => Promise<void>
}
