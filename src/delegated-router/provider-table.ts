import type { CID } from 'multiformats/cid'
import { multihashKey } from '../cid/multihash-key.ts'
import type { Announcement } from './announcement.ts'

/** Kubo's records in the DHT live for as long (go-libp2p-kad-dht `amino.DefaultProvideValidity`). */
const MAX_LIFETIME_MS = 48 * 60 * 60 * 1000

/** Clocks of peers go wrong by so much. */
const MAX_CLOCK_ERROR_MS = 15 * 60 * 1000

/** What a peer gets that does not say how long. */
const LIFETIME_MS = 24 * 60 * 60 * 1000

const MAX_ENTRIES = 1_000_000
const MAX_ENTRIES_OF_PEER = 250_000

/** Characters that addresses may have, all together, for each entry that there may be. */
const ADDRESS_LENGTH = 256

/** Providers of one key that are told. */
const MAX_TOLD = 100

export interface KnownPeer {
  /** in base58 */
  id: string
  /** multiaddrs */
  addresses: string[]
}

interface Peer extends KnownPeer {
  entries: number
  /** characters of its addresses */
  length: number
  /** when its addresses were said */
  saidMs: number
  untilMs: number
}

export interface ProviderTableInit {
  /** the time of now, in milliseconds */
  now?: () => number
  /** blocks that are known of peers, each with whoever has it; what addresses take beside them is bounded by it too */
  maxEntries?: number
}

/**
 * Which peers have said that they have what, in memory. What has run out is told no more; where it would grow beyond its bounds,
 * the oldest goes.
 */
export class ProviderTable {
  readonly #now: () => number
  readonly #maxEntries: number
  readonly #peers = new Map<string, Peer>()
  /** by the multihash: the same block is had under any CID of it. In the order of their last announcement */
  readonly #providers = new Map<string, Map<Peer, number>>()
  #entries = 0
  /** characters of all addresses */
  #length = 0

  constructor ({ now = Date.now, maxEntries = MAX_ENTRIES }: ProviderTableInit = {}) {
    this.#now = now
    this.#maxEntries = maxEntries
  }

  /**
   * What was said long ago, or will be, counts for nothing: somebody else may be saying it again.
   *
   * @returns for how long it is told, in milliseconds: who wants longer has to come again
   */
  announce ({ peer: id, cids, addresses, saidMs, lifetimeMs }: Announcement): number {
    const now = this.#now()
    const granted = saidMs <= now + MAX_CLOCK_ERROR_MS ? Math.min(saidMs, now) + Math.min(lifetimeMs > 0 ? lifetimeMs : LIFETIME_MS, MAX_LIFETIME_MS) - now : 0

    // not a number, too; and who has nothing is not kept, or a crowd of such would fill the memory
    if (!(granted > 0) || (cids.length === 0 && !this.#peers.has(id))) {
      return 0
    }

    const untilMs = now + granted
    const peer = this.#peers.get(id) ?? { id, addresses: [], entries: 0, length: 0, saidMs, untilMs }

    if (saidMs >= peer.saidMs) {
      const length = addresses.reduce((sum, { length }) => sum + length, 0)
      this.#length += length - peer.length
      Object.assign(peer, { addresses, length, saidMs, untilMs: Math.max(peer.untilMs, untilMs) })
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
    return providers.filter(([, untilMs]) => untilMs > now).slice(-MAX_TOLD).reverse().map(([{ id, addresses }]) => ({ id, addresses }))
  }

  peer (id: string): KnownPeer | undefined {
    const peer = this.#peers.get(id)
    return peer == null || peer.untilMs <= this.#now() ? undefined : { id, addresses: peer.addresses }
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
