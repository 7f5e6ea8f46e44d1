import type { CID } from 'multiformats/cid'
import { later } from '../../async/later.ts'
import type { Block } from '../../store/blockstore.ts'
import { multihashKey } from '../../cid/multihash-key.ts'
import type { BitswapNetwork } from './bitswap-network.ts'
import { MessageQueue } from './message-queue.ts'
import type { BitswapMessage } from './message.ts'
import type { Asked, Taker, WantedBlock } from './wanted-block.ts'

/** A peer that was asked for a block and has sent none for so long is passed over for another; so is one that does not say whether it has it. */
const STALL_MS = 5000

/** Waits of that length without the block, after which those are asked again that have said that they lack it: each minute, as boxo asks all (`bitswap/client`). */
const WAITS_TO_ASK_AGAIN = 12

/** Peers that are asked at once whether they have a block. */
const MAX_ASKED = 64

/** A peer may send so many blocks one after the other that nobody wants: they cross with the news that another has sent them. */
const MAX_UNASKED = 512

interface Peer {
  queue: MessageQueue
  /** wants by key that it was asked for as a block, and has not answered */
  owes: Set<string>
  lastBlockMs: number
  unasked: number
}

export interface BitswapClientInit {
  network: BitswapNetwork
  signal: AbortSignal
  stallMs?: number
}

/**
 * What this node wants of its peers. Who has sent blocks of a request is asked for the next ones; where nobody has, all are asked
 * whether they have it, and the first who has for the block: so each block comes once. Who is slow is passed over.
 *
 * Not by package @helia/bitswap: it asks all peers for each block, never tells them that a block has come, opens a stream a message,
 * and loads all that a peer wants at once.
 */
export class BitswapClient {
  readonly #init: BitswapClientInit
  readonly #peers = new Map<string, Peer>()
  readonly #wants = new Map<string, WantedBlock>()

  constructor (init: BitswapClientInit) {
    this.#init = init
  }

  /** What peers were asked for and have not sent. */
  get wanted (): CID[] {
    return [...this.#wants.values()].filter(({ asked }) => asked.size > 0).map(({ cid }) => cid)
  }

  /** @returns ends the want of this taker */
  want (cid: CID, taker: Taker): () => void {
    const key = multihashKey(cid.multihash.bytes)
    const want = this.#wants.get(key) ?? { cid, key, takers: new Set(), asked: new Map(), waits: 0, stopWatching: undefined }
    this.#wants.set(key, want)
    want.takers.add(taker)
    this.#step(want)

    return () => {
      if (want.takers.delete(taker) && want.takers.size === 0) {
        this.#end(want)
      }
    }
  }

  connected (id: string): void {
    const { network, signal } = this.#init
    const queue = new MessageQueue(id, { network, signal, failed: () => { this.#failed(id) } })
    this.#peers.set(id, { queue, owes: new Set(), lastBlockMs: 0, unasked: 0 })
    this.#wants.forEach((want) => { this.#step(want) })
  }

  disconnected (id: string): void {
    this.#peers.delete(id)
    this.#lost(id)
  }

  /** A message with blocks, whose keys were found by hashing them, or with what the peer has. @returns those blocks that were wanted */
  received (id: string, blocks: ReadonlyArray<{ key: string, data: Uint8Array }>, { presences }: Pick<BitswapMessage, 'presences'>): Set<string> {
    const wanted = new Set(blocks.filter(({ key, data }) => this.#came(key, data, id)).map(({ key }) => key))

    for (const { cid, have } of presences) {
      const want = this.#wants.get(multihashKey(cid.multihash.bytes))
      const state = want?.asked.get(id)

      if (want != null && state != null && !(have && state === 'block')) {
        this.#set(want, id, have ? 'has' : 'lacks')
        want.takers.forEach(({ session }) => { if (!have) session.lacks(id) })
        this.#step(want)
      }
    }

    return wanted
  }

  /** Whether blocks of a peer are worth looking at: it is waited for. */
  expects (id: string): boolean {
    return this.#peers.has(id) && (this.#wants.size > 0 || this.#peers.get(id)!.unasked < MAX_UNASKED)
  }

  /** A block has come to this node in another way. */
  arrived (block: Block): void {
    const key = multihashKey(block.cid.multihash.bytes)

    // some make their bytes when they are asked for them
    if (this.#wants.has(key)) {
      this.#came(key, block.bytes, undefined)
    }
  }

  /** @returns whether somebody waited for it */
  #came (key: string, bytes: Uint8Array, from: string | undefined): boolean {
    const peer = from == null ? undefined : this.#peers.get(from)
    const want = this.#wants.get(key)

    if (want == null) {
      if (peer != null && ++peer.unasked > MAX_UNASKED) {
        this.#init.network.drop(from!)
      }

      return false
    }

    if (peer != null) {
      peer.lastBlockMs = Date.now()
      peer.unasked = 0
      peer.owes.delete(key)
    }

    const takers = [...want.takers]
    want.takers.clear()
    this.#end(want, from)
    takers.forEach(({ take }) => { take(bytes, from) })
    return true
  }

  #end (want: WantedBlock, sender?: string): void {
    want.stopWatching?.()
    this.#wants.delete(want.key)

    for (const id of want.asked.keys()) {
      const peer = this.#peers.get(id)
      peer?.owes.delete(want.key)

      if (id === sender) {
        peer?.queue.forget(want.key)
      } else {
        peer?.queue.add({ cid: want.cid, priority: 0, cancel: true, have: false, sendDontHave: false })
      }
    }
  }

  /** Whatever it was asked for will not come from there. */
  #lost (id: string): void {
    for (const want of this.#wants.values()) {
      if (want.asked.has(id)) {
        this.#set(want, id, 'slow')
        want.asked.delete(id)
        want.takers.forEach(({ session }) => { session.failed(id, 'the connection was lost') })
        this.#step(want)
      }
    }
  }

  /** A message did not come to a peer that is connected: it knows nothing of what it was asked for last. */
  #failed (id: string): void {
    for (const want of this.#wants.values()) {
      if (want.asked.has(id)) {
        this.#set(want, id, 'slow')
        want.takers.forEach(({ session }) => { session.failed(id, 'takes no messages') })
        this.#step(want)
      }
    }
  }

  /** Asks whoever is to be asked next. @param hasWaited - also those who were slow: what they were asked, or their answer, may have been lost with a stream */
  #step (want: WantedBlock, hasWaited = false): void {
    if ([...want.asked.values()].includes('block')) {
      return
    }

    const has = [...want.asked].filter(([id, state]) => state === 'has' && this.#peers.has(id)).map(([id]) => id)
    const good = [...want.takers].flatMap(({ session }) => [...session.good]).filter((id) => this.#peers.has(id) && !want.asked.has(id))
    const next = this.#leastBusy(has) ?? this.#leastBusy(good) ?? (this.#peers.size === 1 && want.asked.size === 0 ? [...this.#peers.keys()][0] : undefined)

    if (next != null) {
      this.#ask(want, next, 'block')
      return
    }

    const fresh = [...this.#peers.keys()].filter((id) => !want.asked.has(id)).slice(0, MAX_ASKED)
    fresh.forEach((id) => { this.#ask(want, id, 'have') })
    const slow = !hasWaited || fresh.length > 0 ? [] : [...want.asked].filter(([id, state]) => state === 'slow' && this.#peers.has(id)).map(([id]) => id)
    const again = this.#leastBusy(slow)

    if (again != null) {
      this.#ask(want, again, 'block')
    } else if (want.asked.size > 0) {
      // answers do not put it off
      want.stopWatching ??= later(() => { this.#waited(want) }, this.#stallMs)
    }
  }

  /** Nothing has come of it for a while. */
  #waited (want: WantedBlock): void {
    want.stopWatching = undefined

    for (const [id, state] of [...want.asked]) {
      if (state === 'have' || state === 'block') {
        this.#set(want, id, 'slow')
        want.takers.forEach(({ session }) => { session.failed(id, 'does not answer') })
      }
    }

    // they may have it by now, and may have forgotten who wanted it
    if (++want.waits % WAITS_TO_ASK_AGAIN === 0) {
      [...want.asked].filter(([, state]) => state === 'lacks').forEach(([id]) => { want.asked.delete(id) })
    }

    this.#step(want, true)
  }

  get #stallMs (): number {
    return this.#init.stallMs ?? STALL_MS
  }

  #leastBusy (ids: readonly string[]): string | undefined {
    const load = (id: string): number => this.#peers.get(id)?.owes.size ?? 0
    return ids.length === 0 ? undefined : ids.reduce((best, id) => load(id) < load(best) ? id : best)
  }

  #ask (want: WantedBlock, id: string, what: 'have' | 'block'): void {
    this.#set(want, id, what)
    want.takers.forEach(({ session }) => { session.asked(id) })
    this.#peers.get(id)?.queue.add({ cid: want.cid, priority: 1, cancel: false, have: what === 'have', sendDontHave: true })

    if (what === 'block') {
      this.#watch(want, id, Date.now())
    }
  }

  /** Looks whether the block of a peer comes; one that sends other blocks meanwhile is busy and not slow. */
  #watch (want: WantedBlock, id: string, sinceMs: number): void {
    want.stopWatching?.()

    want.stopWatching = later(() => {
      const lastMs = Math.max(sinceMs, this.#peers.get(id)?.lastBlockMs ?? 0)

      if (Date.now() - lastMs < this.#stallMs) {
        this.#watch(want, id, lastMs)
      } else {
        this.#waited(want)
      }
    }, Math.max(1, sinceMs + this.#stallMs - Date.now()))
  }

  #set (want: WantedBlock, id: string, state: Asked): void {
    const owes = this.#peers.get(id)?.owes

    if (want.asked.get(id) === 'block') {
      want.stopWatching?.()
      want.stopWatching = undefined
    }

    // who has been slow for longest is asked again first
    want.asked.delete(id)
    want.asked.set(id, state)

    if (state === 'block') {
      owes?.add(want.key)
    } else {
      owes?.delete(want.key)
    }
  }
}
