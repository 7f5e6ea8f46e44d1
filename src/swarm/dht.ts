import type { CID } from 'multiformats/cid'
import type { PeerAddresses } from '../net/peer-addresses.ts'

/** What happens while the DHT is asked (go-libp2p `core/routing/query.go`). */
export type DhtEvent =
  | { kind: 'dial' | 'ask', peer: string }
  | { kind: 'answer', peer: string, peers: PeerAddresses[] }
  /** the peer is empty where it is about none */
  | { kind: 'problem', peer: string, problem: string }

export interface DhtOptions {
  /** ends the wait; every walk has a limit of its own besides */
  signal: AbortSignal
  onEvent?: (event: DhtEvent) => void
}

/** The servers that this node knows, by how many bits their places have in common with its own. */
export type DhtTable = ReadonlyArray<{
  /** when all around such a place were asked last; undefined for never */
  refreshedMs: number | undefined
  peers: ReadonlyArray<{ id: string, metMs: number, usefulMs: number, askedMs: number }>
}>

/**
 * The distributed hash tables of the public network (`wan`) and of the local one (`lan`), as a client: it asks and tells servers, and
 * answers nobody (github.com/libp2p/specs/blob/master/kad-dht; go-libp2p-kad-dht `dual`). Peers are named in base58.
 */
export interface Dht {
  readonly tables: { readonly wan: DhtTable, readonly lan: DhtTable }
  /** whether a server is known */
  readonly isActive: boolean
  /** whether there is somebody to tell what is here, and an address of this node to tell with it */
  readonly mayProvide: boolean
  /** Resolves at once where a server is known; else when those that were met last have answered, or nobody has in some seconds. @throws the signal's reason */
  ready: (options: { signal: AbortSignal }) => Promise<void>
  /** The addresses of a peer; none where nobody has told. @throws the signal's reason; EmptyTableError */
  findPeer: (peer: string, options: DhtOptions) => Promise<string[]>
  /** Peers that have something, as they are told of, each once, or twice where it had no address the first time. Ends when all near it were asked; that nobody could be is an event. @throws the signal's reason */
  findProviders: (cid: CID, options: DhtOptions) => AsyncIterable<PeerAddresses>
  /** The servers that are nearest to a place, of those that can be reached. @throws EmptyTableError; the signal's reason */
  nearest: (key: Uint8Array, options: DhtOptions) => Promise<string[]>
  /** What servers have for a key, of each its own, as it comes: not to be believed. @throws the signal's reason; EmptyTableError where nobody could be asked */
  findValues: (key: Uint8Array, options: DhtOptions) => AsyncIterable<Uint8Array>
  /** Brings a value to the servers that are nearest to its key. @throws an Error where none took it */
  putValue: (key: Uint8Array, value: Uint8Array, options: DhtOptions) => Promise<void>
  /** Tells the servers nearest to it that this node has something. @returns how many of them @throws an Error where none could be told */
  provide: (cid: CID, options: DhtOptions) => Promise<number>
}
