import { commonPrefixBits, compareDistance } from '../../net/kad-id.ts'
import type { DhtTable } from '../../swarm/dht.ts'
import { ipGroup } from '../addresses/address-scope.ts'
import type { KadPeer } from './kad-peer.ts'

/** Peers per bucket (K of Kademlia). */
export const BUCKET_PEERS = 20

/** Peers of one address group in the whole table, and in a bucket (go-libp2p-kad-dht `amino/defaults.go`). */
const MAX_OF_GROUP = 3
const MAX_OF_GROUP_IN_BUCKET = 2

interface Entry {
  peer: KadPeer
  bucket: number
  groups: ReadonlySet<string>
  metMs: number
  usefulMs: number
  askedMs: number
}

/**
 * The routing table: known servers in buckets by the number of bits that they share with this node, few distant ones
 * and all near ones. A peer that answers enters if there is room, and stays until it stops answering, so it cannot be
 * flooded (go-libp2p-kbucket).
 */
export class RoutingTable {
  readonly #self: Uint8Array
  readonly #isDiverse: boolean
  readonly #entries = new Map<string, Entry>()
  readonly #refreshedMs: number[] = []

  /** @param options.isDiverse - whether the number of peers per address owner is limited */
  constructor (self: Uint8Array, { isDiverse }: { isDiverse: boolean }) {
    this.#self = self
    this.#isDiverse = isDiverse
  }

  get size (): number {
    return this.#entries.size
  }

  has (id: string): boolean {
    return this.#entries.has(id)
  }

  /** Records that a peer has answered. */
  answered (peer: KadPeer): void {
    const nowMs = Date.now()
    const known = this.#entries.get(peer.id)

    if (known != null) {
      known.askedMs = nowMs
      known.usefulMs = nowMs
      return
    }

    const bucket = commonPrefixBits(this.#self, peer.kadId)
    const groups = new Set(this.#isDiverse ? peer.addresses.flatMap((address) => ipGroup(address) ?? []) : [])

    if (
      this.#count((entry) => entry.bucket === bucket) < BUCKET_PEERS &&
      [...groups].every((group) => this.#hasRoomFor(group, bucket))
    ) {
      this.#entries.set(peer.id, { peer, bucket, groups, metMs: nowMs, usefulMs: nowMs, askedMs: nowMs })
    }
  }

  remove (id: string): void {
    this.#entries.delete(id)
  }

  /** Returns the peers nearest to a position, nearest first. */
  nearest (target: Uint8Array, count = BUCKET_PEERS): KadPeer[] {
    return [...this.#entries.values()].map(({ peer }) => peer).sort((a, b) => compareDistance(target, a.kadId, b.kadId))
      .slice(0, count)
  }

  /** Records that all peers around a position were queried. */
  refreshed (target: Uint8Array): void {
    this.#refreshedMs[commonPrefixBits(this.#self, target)] = Date.now()
  }

  buckets (): DhtTable {
    const entries = [...this.#entries.values()]

    return Array.from({ length: Math.max(0, ...entries.map(({ bucket }) => bucket + 1)) }, (_, i) => ({
      refreshedMs: this.#refreshedMs[i],
      peers: entries.filter(({ bucket }) => bucket === i).map(({ peer: { id }, metMs, usefulMs, askedMs }) => ({
        id,
        metMs,
        usefulMs,
        askedMs
      }))
    }))
  }

  #hasRoomFor (group: string, bucket: number): boolean {
    return this.#count(({ groups }) => groups.has(group)) < MAX_OF_GROUP &&
      this.#count((entry) => entry.bucket === bucket && entry.groups.has(group)) < MAX_OF_GROUP_IN_BUCKET
  }

  #count (matches: (entry: Entry) => boolean): number {
    return [...this.#entries.values()].filter(matches).length
  }
}
