import type { DhtTable } from '../../swarm/dht.ts'
import { ipGroup } from './address-scope.ts'
import { commonPrefixBits, compareDistance } from './kad-id.ts'
import type { KadPeer } from './kad-peer.ts'

/** Peers that have as many bits in common with this node (the K of Kademlia). */
export const BUCKET_PEERS = 20

/** Peers with addresses of one group in the whole table, and in a bucket (go-libp2p-kad-dht `amino/defaults.go`). */
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
 * The servers that a node has met, by what their places have in common with its own: few of those far away, all of those nearby. Who
 * answers comes in where there is room, and stays until it answers no more: so nobody floods it (go-libp2p-kbucket).
 */
export class RoutingTable {
  readonly #self: Uint8Array
  readonly #isDiverse: boolean
  readonly #entries = new Map<string, Entry>()
  readonly #refreshedMs: number[] = []

  /** @param options.isDiverse - whether few of one owner of addresses are let in */
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

  /** A peer has answered. */
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

    if (this.#count((entry) => entry.bucket === bucket) < BUCKET_PEERS && [...groups].every((group) => this.#hasRoomFor(group, bucket))) {
      this.#entries.set(peer.id, { peer, bucket, groups, metMs: nowMs, usefulMs: nowMs, askedMs: nowMs })
    }
  }

  remove (id: string): void {
    this.#entries.delete(id)
  }

  /** Those that are nearest to a place, the nearest first. */
  nearest (target: Uint8Array, count = BUCKET_PEERS): KadPeer[] {
    return [...this.#entries.values()].map(({ peer }) => peer).sort((a, b) => compareDistance(target, a.kadId, b.kadId)).slice(0, count)
  }

  /** All peers around a place were asked. */
  refreshed (target: Uint8Array): void {
    this.#refreshedMs[commonPrefixBits(this.#self, target)] = Date.now()
  }

  buckets (): DhtTable {
    const entries = [...this.#entries.values()]

    return Array.from({ length: Math.max(0, ...entries.map(({ bucket }) => bucket + 1)) }, (_, i) => ({
      refreshedMs: this.#refreshedMs[i],
      peers: entries.filter(({ bucket }) => bucket === i).map(({ peer: { id }, metMs, usefulMs, askedMs }) => ({ id, metMs, usefulMs, askedMs }))
    }))
  }

  #hasRoomFor (group: string, bucket: number): boolean {
    return this.#count(({ groups }) => groups.has(group)) < MAX_OF_GROUP && this.#count((entry) => entry.bucket === bucket && entry.groups.has(group)) < MAX_OF_GROUP_IN_BUCKET
  }

  #count (matches: (entry: Entry) => boolean): number {
    return [...this.#entries.values()].filter(matches).length
  }
}
