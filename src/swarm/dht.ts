import type { CID } from 'multiformats/cid'
import type { PeerAddresses } from '../net/addresses/peer-addresses.ts'

/** An event of a DHT query (go-libp2p `core/routing/query.go`). */
export type DhtEvent =
  | { kind: 'dial' | 'ask'; peer: string }
  | { kind: 'answer'; peer: string; peers: PeerAddresses[] }
  /** The peer is empty if the problem belongs to none. */
  | { kind: 'problem'; peer: string; problem: string }

export interface DhtOptions {
  /** Cancels the query. Every query also has a timeout of its own. */
  signal: AbortSignal
  /** time in milliseconds after which the query ends with what it has found; default: 1 minute */
  maxMs?: number
  onEvent?: (event: DhtEvent) => void
}

/** The routing table: known servers by the length of the prefix that their IDs share with the node's own. */
export type DhtTable = ReadonlyArray<{
  /** The time of the last refresh of this bucket; undefined for never. */
  refreshedMs: number | undefined
  peers: ReadonlyArray<{ id: string; metMs: number; usefulMs: number; askedMs: number }>
}>

/**
 * The distributed hash tables of the public network (`wan`) and of the local one (`lan`). Client mode: sends queries
 * and records to servers, and answers none (github.com/libp2p/specs/blob/master/kad-dht; go-libp2p-kad-dht `dual`).
 * Peer IDs are in base58.
 */
export interface Dht {
  readonly tables: { readonly wan: DhtTable; readonly lan: DhtTable }
  /** Whether a server is known. */
  readonly isActive: boolean
  /** Whether the node can announce content: a server is known, and the node has an address. */
  readonly mayProvide: boolean
  /**
   * Resolves at once if a server is known. Otherwise resolves when recently known servers have answered, or after some
   * seconds.
   *
   * @throws the signal's reason
   */
  ready: (options: { signal: AbortSignal }) => Promise<void>
  /**
   * Returns the addresses of a peer; empty if no server knows it.
   *
   * @throws EmptyTableError
   * @throws the signal's reason
   */
  findPeer: (peer: string, options: DhtOptions) => Promise<string[]>
  /**
   * Yields the providers of a block as servers name them. Each peer once, or twice if it had no address the first time.
   * Ends when all servers near the block's key have been asked. If no server was reached, that is an event, not an
   * error.
   *
   * @throws the signal's reason
   */
  findProviders: (cid: CID, options: DhtOptions) => AsyncIterable<PeerAddresses>
  /**
   * Returns the reachable servers nearest to a key, nearest first, with their known addresses.
   *
   * @param options - `isPublic` for servers of the public network only
   * @throws EmptyTableError
   * @throws the signal's reason
   */
  nearest: (key: Uint8Array, options: DhtOptions & { isPublic?: boolean }) => Promise<PeerAddresses[]>
  /**
   * Yields the values that servers have for a key, as they arrive. They are not verified.
   *
   * @throws EmptyTableError if no server could be asked
   * @throws the signal's reason
   */
  findValues: (key: Uint8Array, options: DhtOptions) => AsyncIterable<Uint8Array>
  /**
   * Stores a value at the servers nearest to its key.
   *
   * @throws an Error if none accepted it
   */
  putValue: (key: Uint8Array, value: Uint8Array, options: DhtOptions) => Promise<void>
  /**
   * Announces to the nearest servers that this node has a block.
   *
   * @returns the number of servers that accepted it
   * @throws an Error if none did
   */
  provide: (cid: CID, options: DhtOptions) => Promise<number>
}
