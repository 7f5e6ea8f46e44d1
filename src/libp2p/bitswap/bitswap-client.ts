import type { CID } from 'multiformats/cid'
import { later } from '../../async/timers/later.ts'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import type { Logger } from '../../log/logs.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import type { BitswapNetwork } from './bitswap-network.ts'
import { MessageQueue } from './message-queue.ts'
import type { BitswapMessage } from './message.ts'
import type { Asked, Taker, WantedBlock } from './wanted-block.ts'

/**
 * Time after which a peer that was asked for a block, and sent none, is passed over for another one. Also for peers
 * that do not answer whether they have it.
 */
const STALL_MS = 5000

/**
 * Number of stalls after which peers that lacked the block are asked again: every minute, as boxo does
 * (`bitswap/client`).
 */
const WAITS_TO_ASK_AGAIN = 12

/** Peers that are asked concurrently whether they have a block. */
const MAX_ASKED = 64

/** Unwanted blocks in a row that a peer may send: they cross with the cancel. */
const MAX_UNASKED = 512

interface Peer {
  queue: MessageQueue
  /** keys of blocks that it was asked to send and has not sent */
  owes: Set<string>
  lastBlockMs: number
  unasked: number
}

export interface BitswapClientInit {
  network: BitswapNetwork
  signal: AbortSignal
  stallMs?: number
  log?: Logger | undefined
}

/**
 * The wants of this node. Peers that sent blocks of a request are asked for the next ones. Otherwise all peers are
 * asked whether they have the block, and the first that has it is asked to send it, so each block arrives once. Slow
 * peers are passed over. docs/decisions/0004-own-bitswap.md says why @helia/bitswap is not used.
 */
export class BitswapClient {
  readonly #init: BitswapClientInit
  readonly #peers = new Map<string, Peer>()
  readonly #wants = new Map<string, WantedBlock>()

  constructor (init: BitswapClientInit) {
    this.#init = init
  }

  /** Blocks that peers were asked for and have not sent. */
  get wanted (): CID[] {
    return [...this.#wants.values()].filter(({ asked }) => asked.size > 0).map(({ cid }) => cid)
  }

  /** @returns a function that ends the want of this taker */
  want (cid: CID, taker: Taker): () => void {
    const key = multihashKey(cid.multihash.bytes)
    const want = this.#wants.get(key) ??
      { cid, key, takers: new Set(), asked: new Map(), waits: 0, stopWatching: undefined }
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
    const { network, signal, log } = this.#init
    const queue = new MessageQueue(id, {
      network,
      signal,
      log,
      failed: () => {
        this.#failed(id)
      }
    })
    this.#peers.set(id, { queue, owes: new Set(), lastBlockMs: 0, unasked: 0 })
    this.#wants.forEach((want) => {
      this.#step(want)
    })
  }

  disconnected (id: string): void {
    this.#peers.delete(id)
    this.#lost(id)
  }

  /**
   * Handles a message with blocks, which are identified by hashing, and with presences.
   *
   * @returns the blocks that were wanted
   */
  received (
    id: string,
    blocks: ReadonlyArray<{ key: string; data: Uint8Array }>,
    { presences }: Pick<BitswapMessage, 'presences'>
  ): Set<string> {
    const wanted = new Set(blocks.filter(({ key, data }) => this.#came(key, data, id)).map(({ key }) => key))

    for (const { cid, have } of presences) {
      const want = this.#wants.get(multihashKey(cid.multihash.bytes))
      const state = want?.asked.get(id)

      if (want != null && state != null && !(have && state === 'block')) {
        this.#set(want, id, have ? 'has' : 'lacks')
        want.takers.forEach(({ session }) => {
          if (!have) {
            session.lacks(id)
          }
        })
        this.#step(want)
      }
    }

    return wanted
  }

  /** Returns whether blocks of a peer should be read. */
  expects (id: string): boolean {
    return this.#peers.has(id) && (this.#wants.size > 0 || this.#peers.get(id)!.unasked < MAX_UNASKED)
  }

  /** Reports a block that arrived in another way. */
  arrived (block: Block): void {
    const key = multihashKey(block.cid.multihash.bytes)

    // Some blocks create their bytes on access.
    if (this.#wants.has(key)) {
      this.#came(key, block.bytes, undefined)
    }
  }

  /** @returns whether a request was waiting for it */
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
    takers.forEach(({ take }) => {
      take(bytes, from)
    })
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

  /** Gives up all questions to a disconnected peer. */
  #lost (id: string): void {
    for (const want of this.#wants.values()) {
      if (want.asked.has(id)) {
        this.#set(want, id, 'slow')
        want.asked.delete(id)
        want.takers.forEach(({ session }) => {
          session.failed(id, 'the connection was lost')
        })
        this.#step(want)
      }
    }
  }

  /** Repeats questions after a message could not be sent to a connected peer. */
  #failed (id: string): void {
    for (const want of this.#wants.values()) {
      if (want.asked.has(id)) {
        this.#set(want, id, 'slow')
        want.takers.forEach(({ session }) => {
          session.failed(id, 'takes no messages')
        })
        this.#step(want)
      }
    }
  }

  /**
   * Asks the next peers.
   *
   * @param hasWaited - also slow ones: a question or answer may have been lost with a stream
   */
  #step (want: WantedBlock, hasWaited = false): void {
    if ([...want.asked.values()].includes('block')) {
      return
    }

    const has = [...want.asked].filter(([id, state]) => state === 'has' && this.#peers.has(id)).map(([id]) => id)
    const good = [...want.takers].flatMap(({ session }) => [...session.good]).filter((id) =>
      this.#peers.has(id) && !want.asked.has(id)
    )
    const next = this.#leastBusy(has) ?? this.#leastBusy(good) ??
      (this.#peers.size === 1 && want.asked.size === 0 ? [...this.#peers.keys()][0] : undefined)

    if (next != null) {
      this.#ask(want, next, 'block')
      return
    }

    const fresh = [...this.#peers.keys()].filter((id) => !want.asked.has(id)).slice(0, MAX_ASKED)
    fresh.forEach((id) => {
      this.#ask(want, id, 'have')
    })
    const slow = !hasWaited || fresh.length > 0
      ? []
      : [...want.asked].filter(([id, state]) => state === 'slow' && this.#peers.has(id)).map(([id]) => id)
    const again = this.#leastBusy(slow)

    if (again != null) {
      this.#ask(want, again, 'block')
    } else if (want.asked.size > 0) {
      // Answers do not delay the timer.
      want.stopWatching ??= later(() => {
        this.#waited(want)
      }, this.#stallMs)
    }
  }

  /** Continues after a wait without the block. */
  #waited (want: WantedBlock): void {
    want.stopWatching = undefined

    for (const [id, state] of [...want.asked]) {
      if (state === 'have' || state === 'block') {
        this.#set(want, id, 'slow')
        want.takers.forEach(({ session }) => {
          session.failed(id, 'does not answer')
        })
      }
    }

    // They may have it by now, and may have forgotten the want.
    if (++want.waits % WAITS_TO_ASK_AGAIN === 0) {
      ;[...want.asked].filter(([, state]) => state === 'lacks').forEach(([id]) => {
        want.asked.delete(id)
      })
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

  #ask (want: WantedBlock, id: string, kind: 'have' | 'block'): void {
    this.#set(want, id, kind)
    want.takers.forEach(({ session }) => {
      session.asked(id)
    })
    this.#peers.get(id)?.queue.add({
      cid: want.cid,
      priority: 1,
      cancel: false,
      have: kind === 'have',
      sendDontHave: true
    })

    if (kind === 'block') {
      this.#watch(want, id, Date.now())
    }
  }

  /** Watches whether a peer sends its block. A peer that sends other blocks meanwhile is busy, not slow. */
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

    // The peer that has been slow for longest is asked again first.
    want.asked.delete(id)
    want.asked.set(id, state)

    if (state === 'block') {
      owes?.add(want.key)
    } else {
      owes?.delete(want.key)
    }
  }
}
