import type { CID } from 'multiformats/cid'
import { ifFound } from '../../async/if-found.ts'
import { Slots } from '../../async/slots.ts'
import { multihashKey } from '../../cid/multihash-key.ts'
import type { Block, Blockstore } from '../../store/blockstore.ts'
import type { BitswapNetwork } from './bitswap-network.ts'
import { prefixOf } from './block-prefix.ts'
import { emptyMessage } from './message.ts'
import type { BitswapMessage, WantEntry } from './message.ts'
import { writeMessage } from './write-message.ts'

/** What is remembered of one peer (boxo `MaxQueuedWantlistEntriesPerPeer`). */
const MAX_ENTRIES = 1024

/** A block up to this size is sent to who asks whether it is here (boxo `maxBlockSizeReplaceHasWithBlock`). */
const SMALL_BLOCK_BYTES = 1024

/** A message is sent when its blocks have so many bytes. */
const TARGET_BYTES = 512 * 1024

/** Answers of a message at most, blocks or not. */
const MAX_ANSWERS = 1024

/** Others take no larger message (boxo `bitswap/network`, 4 MiB), so a block over it cannot be sent. */
const MAX_BLOCK_BYTES = 4 * 1024 * 1024 - 1024

/** Peers whose messages are made and sent at one time: what bounds the memory that goes into it. */
const PEERS_AT_ONCE = 8

const IDENTITY = 0x00

interface Ledger {
  entries: Map<string, WantEntry>
  /** keys of entries that are to be looked at; the others wait for their block to come here */
  todo: Set<string>
  serving: boolean
}

export interface BitswapServerInit {
  network: BitswapNetwork
  blocks: Pick<Blockstore, 'bytes' | 'size'>
  sent: (peer: string, blockBytes: number) => void
  signal: AbortSignal
}

/**
 * Sends to peers what they want of this node: one message after the other to each, some peers at a time, so that memory stays
 * bounded whatever they ask for. What is not here is remembered within bounds, and sent when it comes.
 */
export class BitswapServer {
  readonly #init: BitswapServerInit
  readonly #ledgers = new Map<string, Ledger>()
  readonly #waiting = new Map<string, Set<string>>()
  readonly #slots = new Slots(PEERS_AT_ONCE)

  constructor (init: BitswapServerInit) {
    this.#init = init
  }

  /** Peers that want something. */
  get peers (): string[] {
    return [...this.#ledgers].filter(([, { entries }]) => entries.size > 0).map(([id]) => id)
  }

  /** Undefined for one that wants nothing. */
  wantsOf (peer: string): CID[] | undefined {
    const { entries } = this.#ledgers.get(peer) ?? {}
    return entries == null || entries.size === 0 ? undefined : [...entries.values()].map(({ cid }) => cid)
  }

  disconnected (peer: string): void {
    this.#ledgers.get(peer)?.entries.forEach((_, key) => { this.#stopWaiting(key, peer) })
    this.#ledgers.delete(peer)
  }

  received (peer: string, { full, wants }: Pick<BitswapMessage, 'full' | 'wants'>): void {
    if (wants.length === 0 && !full) {
      return
    }

    const ledger = this.#ledgers.get(peer) ?? { entries: new Map(), todo: new Set(), serving: false }
    this.#ledgers.set(peer, ledger)

    if (full) {
      ledger.entries.forEach((_, key) => { this.#remove(peer, ledger, key) })
    }

    for (const entry of wants) {
      const key = multihashKey(entry.cid.multihash.bytes)

      if (entry.cancel) {
        this.#remove(peer, ledger, key)
      } else if (entry.cid.multihash.code !== IDENTITY && (ledger.entries.has(key) || this.#makeRoom(peer, ledger))) {
        ledger.entries.set(key, entry)
        ledger.todo.add(key)
      }
    }

    void this.#serve(peer, ledger)
  }

  /** Blocks have come into the store. */
  arrived (blocks: readonly Block[]): void {
    if (this.#waiting.size === 0) {
      return
    }

    for (const { cid } of blocks) {
      const key = multihashKey(cid.multihash.bytes)

      for (const peer of this.#waiting.get(key) ?? []) {
        const ledger = this.#ledgers.get(peer)
        ledger?.todo.add(key)

        if (ledger != null) {
          void this.#serve(peer, ledger)
        }
      }
    }
  }

  /** Those that wait longest for what is not here make room. */
  #makeRoom (peer: string, ledger: Ledger): boolean {
    if (ledger.entries.size < MAX_ENTRIES) {
      return true
    }

    for (const key of ledger.entries.keys()) {
      if (!ledger.todo.has(key)) {
        this.#remove(peer, ledger, key)
        return true
      }
    }

    return false
  }

  #remove (peer: string, ledger: Ledger, key: string): void {
    ledger.entries.delete(key)
    ledger.todo.delete(key)
    this.#stopWaiting(key, peer)
  }

  #stopWaiting (key: string, peer: string): void {
    const peers = this.#waiting.get(key)

    if (peers?.delete(peer) === true && peers.size === 0) {
      this.#waiting.delete(key)
    }
  }

  async #serve (peer: string, ledger: Ledger): Promise<void> {
    const { network, signal } = this.#init

    if (ledger.serving) {
      return
    }

    ledger.serving = true

    try {
      while (ledger.todo.size > 0 && this.#ledgers.get(peer) === ledger) {
        const free = await this.#slots.take(signal)

        try {
          const message = await this.#nextMessage(peer, ledger)

          if (message.blocks.length + message.presences.length > 0) {
            await network.send(peer, writeMessage(message), { signal })
            message.blocks.forEach(({ data }) => { this.#init.sent(peer, data.byteLength) })
          }
        } finally {
          free()
        }
      }
    } catch {
      // it takes nothing any more, or the store fails: it asks again when it wants to
      ledger.entries.forEach((_, key) => { this.#remove(peer, ledger, key) })
    } finally {
      ledger.serving = false
    }
  }

  async #nextMessage (peer: string, ledger: Ledger): Promise<BitswapMessage> {
    const { blocks } = this.#init
    const message = emptyMessage()
    let bytes = 0

    for (const key of ledger.todo) {
      const entry = ledger.entries.get(key)
      ledger.todo.delete(key)

      if (entry == null) {
        continue
      }

      // it waits from now on, so that one that comes meanwhile is told of
      const waiting = this.#waiting.get(key) ?? new Set()
      this.#waiting.set(key, waiting.add(peer))
      const size = await ifFound(async () => await blocks.size(entry.cid))

      if (size == null || size > MAX_BLOCK_BYTES) {
        if (entry.sendDontHave) {
          message.presences.push({ cid: entry.cid, have: false })
        }
      } else if (entry.have && size > SMALL_BLOCK_BYTES) {
        this.#settle(peer, ledger, key, entry)
        message.presences.push({ cid: entry.cid, have: true })
      } else {
        const data = await ifFound(async () => await blocks.bytes(entry.cid))

        if (data != null) {
          this.#settle(peer, ledger, key, entry)
          message.blocks.push({ prefix: prefixOf(entry.cid), data })
          bytes += data.byteLength
        }
      }

      if (bytes >= TARGET_BYTES || message.blocks.length + message.presences.length >= MAX_ANSWERS) {
        break
      }
    }

    return message
  }

  /** Answered, unless the peer has asked for something else of it meanwhile. */
  #settle (peer: string, ledger: Ledger, key: string, entry: WantEntry): void {
    if (ledger.entries.get(key) === entry) {
      this.#remove(peer, ledger, key)
    }
  }
}
