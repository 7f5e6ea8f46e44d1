import { base58btc } from 'multiformats/bases/base58'
import type { CID } from 'multiformats/cid'
import { multihashKey } from '../cid/hash/multihash-key.ts'
import { compareDistance, kadId } from '../net/kad-id.ts'
import type { Announcement } from './announcement.ts'

/** The lifetime of provider records in the DHT (go-libp2p-kad-dht `amino.DefaultProvideValidity`). */
const MAX_LIFETIME_MS = 48 * 60 * 60 * 1000

/** The tolerance for clocks of peers. */
const MAX_CLOCK_ERROR_MS = 15 * 60 * 1000

/** The lifetime if a peer requests none. */
const LIFETIME_MS = 24 * 60 * 60 * 1000

const MAX_ENTRIES = 1_000_000
const MAX_ENTRIES_OF_PEER = 250_000

/** Limits the characters of all addresses together, per possible entry. */
const ADDRESS_LENGTH = 256

/** The maximum number of providers that a lookup returns. */
const MAX_TOLD = 100

export interface KnownPeer {
  /** In base58. */
  id: string
  /** Multiaddrs. */
  addresses: string[]
}

interface Peer extends KnownPeer {
  entries: number
  /** The number of characters of its addresses. */
  length: number
  /** The time of the announcement with its addresses. */
  announcedMs: number
  untilMs: number
}

export interface ProviderTableInit {
  /** Returns the current time in milliseconds. */
  now?: () => number
  /** The maximum number of pairs of block and provider. Also limits the memory for addresses. */
  maxEntries?: number
}

/**
 * An in-memory table of announced providers. Expired entries are not returned. If the table is full, the oldest entries
 * are evicted.
 */
export class ProviderTable {
  readonly #now: () => number
  readonly #maxEntries: number
  readonly #peers = new Map<string, Peer>()
  /** By multihash, because all CIDs of a block have the same providers. Least recently announced first. */
  readonly #providers = new Map<string, Map<Peer, number>>()
  #entries = 0
  /** The number of characters of all addresses. */
  #length = 0

  constructor ({ now = Date.now, maxEntries = MAX_ENTRIES }: ProviderTableInit = {}) {
    this.#now = now
    this.#maxEntries = maxEntries
  }

  /**
   * Adds an announcement. Ignores expired ones and those from the future, which may be replayed by another peer.
   *
   * @returns the granted lifetime in milliseconds, after which the peer has to announce again
   */
  announce ({ peer: id, cids, addresses, announcedMs, lifetimeMs }: Announcement): number {
    const now = this.#now()
    const granted = announcedMs <= now + MAX_CLOCK_ERROR_MS
      ? Math.min(announcedMs, now) + Math.min(lifetimeMs > 0 ? lifetimeMs : LIFETIME_MS, MAX_LIFETIME_MS) - now
      : 0

    // Also ignores NaN. Peers without keys are not stored, or they could fill the memory.
    if (!(granted > 0) || (cids.length === 0 && !this.#peers.has(id))) {
      return 0
    }

    const untilMs = now + granted
    const peer = this.#peers.get(id) ?? { id, addresses: [], entries: 0, length: 0, announcedMs, untilMs }

    if (announcedMs >= peer.announcedMs) {
      const length = addresses.reduce((sum, { length }) => sum + length, 0)
      this.#length += length - peer.length
      Object.assign(peer, { addresses, length, announcedMs, untilMs: Math.max(peer.untilMs, untilMs) })
    }

    this.#peers.set(id, peer)

    for (const cid of cids) {
      const key = multihashKey(cid.multihash.bytes)
      const providers = this.#providers.get(key) ?? new Map<Peer, number>()

      if (!providers.has(peer)) {
        if (peer.entries === MAX_ENTRIES_OF_PEER) {
          break
        }

        peer.entries++
        this.#entries++
      }

      providers.set(peer, untilMs)
      this.#providers.delete(key)
      this.#providers.set(key, providers)
    }

    this.#makeRoom()
    return granted
  }

  providers ({ multihash }: CID): KnownPeer[] {
    const now = this.#now()
    const providers = [...this.#providers.get(multihashKey(multihash.bytes)) ?? []]
    return providers.filter(([, untilMs]) => untilMs > now).slice(-MAX_TOLD).reverse().map(([{ id, addresses }]) => ({
      id,
      addresses
    }))
  }

  peer (id: string): KnownPeer | undefined {
    const peer = this.#peers.get(id)
    return peer == null || peer.untilMs <= this.#now() ? undefined : { id, addresses: peer.addresses }
  }

  /**
   * Returns the announced peers nearest to a key, nearest first: by the distance of their positions in the DHT.
   *
   * @param key - bytes of a multihash
   */
  nearest (key: Uint8Array, count: number): KnownPeer[] {
    const now = this.#now()
    const target = kadId(key)
    return [...this.#peers.values()].filter(({ untilMs }) => untilMs > now)
      .map(({ id, addresses }) => ({ id, addresses, position: kadId(base58btc.baseDecode(id)) }))
      .sort((a, b) => compareDistance(target, a.position, b.position))
      .slice(0, count)
      .map(({ id, addresses }) => ({ id, addresses }))
  }

  #makeRoom (): void {
    for (const [key, providers] of this.#providers) {
      if (this.#entries <= this.#maxEntries && this.#length <= this.#maxEntries * ADDRESS_LENGTH) {
        return
      }

      this.#providers.delete(key)
      this.#entries -= providers.size

      for (const peer of providers.keys()) {
        peer.entries--

        if (peer.entries === 0) {
          this.#length -= peer.length
          this.#peers.delete(peer.id)
        }
      }
    }
  }
}
