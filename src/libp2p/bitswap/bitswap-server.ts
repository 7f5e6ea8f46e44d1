import type { CID } from 'multiformats/cid'
import { Slots } from '../../async/locks/slots.ts'
import { ifFound } from '../../async/promises/if-found.ts'
import { settledWithin } from '../../async/promises/settled-within.ts'
import { HASH } from '../../cid/codes/multiformat-codes.ts'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import type { Logger } from '../../log/logs.ts'
import type { Block, Blockstore } from '../../store/blockstore/blockstore.ts'
import type { BitswapNetwork } from './bitswap-network.ts'
import { prefixOf } from './block-prefix.ts'
import { emptyMessage } from './message.ts'
import type { BitswapMessage, WantEntry } from './message.ts'
import { blockFieldBytes, presenceFieldBytes, writeMessage } from './write-message.ts'

/** Wants of one peer for blocks that are not stored yet (boxo `MaxQueuedWantlistEntriesPerPeer`). */
const MAX_WAITING = 1024

/**
 * Wants of one peer that were not looked up yet. A Go session requests all files of a folder at once, and repeats
 * unanswered wants half a minute later.
 */
const MAX_TODO = 32_768

/** Wants of all peers that were not looked up yet; each peer may always have 1024. */
const MAX_TODO_OF_ALL = 65_536

/**
 * Limit of CID sizes, because wants stay in memory. Other implementations write no longer ones (boxo
 * `MaximumAllowedCid`).
 */
const MAX_CID_BYTES = 168

/** Wants that are looked up together, in one transaction of the store. */
const BATCH = 256

/** Maximum size of a block that is sent instead of a HAVE (boxo `maxBlockSizeReplaceHasWithBlock`). */
const SMALL_BLOCK_BYTES = 1024

/** Size of the blocks in a message at which it is sent. */
const TARGET_BYTES = 512 * 1024

/**
 * Size limit of a message, above which other implementations reject it (boxo `network.MaxMessageSize`). A block that
 * exceeds it cannot be sent.
 */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024

/** Messages that are created and sent concurrently, which bounds their memory. */
const PEERS_AT_ONCE = 8

/** Moves a peer to the slow send pool after `SLOW_MS`, so that it cannot occupy a fast slot. */
const SLOW_MS = 1000
const SLOW_AT_ONCE = 24

interface Ledger {
  entries: Map<string, WantEntry>
  /** keys of wants to look up */
  todo: Set<string>
  /** wants that were looked up, to be answered next */
  looked: Array<{ key: string; entry: WantEntry; size: number | undefined }>
  /** keys of wants for missing blocks, oldest first */
  waiting: Set<string>
  serving: boolean
}

export interface BitswapServerInit {
  network: BitswapNetwork
  blocks: Pick<Blockstore, 'bytes' | 'size'>
  sent: (peer: string, blockBytes: number) => void
  signal: AbortSignal
  log?: Logger | undefined
}

/**
 * Sends the wanted blocks to peers: one message after the other per peer, and to a limited number of peers
 * concurrently, so that memory stays bounded. Wants for missing blocks are remembered within limits, and answered when
 * the block is stored.
 */
export class BitswapServer {
  readonly #init: BitswapServerInit
  readonly #ledgers = new Map<string, Ledger>()
  readonly #waiting = new Map<string, Set<string>>()
  readonly #slots = new Slots(PEERS_AT_ONCE)
  readonly #slow = new Slots(SLOW_AT_ONCE)

  constructor (init: BitswapServerInit) {
    this.#init = init
  }

  /** Peers with wants. */
  get peers (): string[] {
    return [...this.#ledgers].filter(([, { entries }]) => entries.size > 0).map(([id]) => id)
  }

  /** Returns the wants of a peer; undefined if it has none. */
  wantsOf (peer: string): CID[] | undefined {
    const { entries } = this.#ledgers.get(peer) ?? {}
    return entries == null || entries.size === 0 ? undefined : [...entries.values()].map(({ cid }) => cid)
  }

  disconnected (peer: string): void {
    const ledger = this.#ledgers.get(peer)
    ledger?.entries.forEach((_, key) => {
      this.#remove(peer, ledger, key)
    })
    this.#ledgers.delete(peer)
  }

  received (peer: string, { full, wants }: Pick<BitswapMessage, 'full' | 'wants'>): void {
    if (wants.length === 0 && !full) {
      return
    }

    const ledger = this.#ledgers.get(peer) ??
      { entries: new Map(), todo: new Set(), looked: [], waiting: new Set(), serving: false }
    this.#ledgers.set(peer, ledger)

    if (full) {
      ledger.entries.forEach((_, key) => {
        this.#remove(peer, ledger, key)
      })
    }

    let room = this.#roomFor(ledger)

    for (const entry of wants) {
      const { cid: { bytes, multihash } } = entry
      const key = multihashKey(multihash.bytes)

      if (entry.cancel) {
        this.#remove(peer, ledger, key)
      } else if (
        multihash.code !== HASH.identity && bytes.byteLength <= MAX_CID_BYTES && (ledger.todo.has(key) || room-- > 0)
      ) {
        ledger.entries.set(key, entry)
        ledger.todo.add(key)
      }
    }

    void this.#serve(peer, ledger)
  }

  /** Answers the wants for blocks that were stored. */
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

  /** Returns how many more wants of a peer can be queued. */
  #roomFor ({ todo: { size } }: Ledger): number {
    const all = [...this.#ledgers.values()].reduce((sum, { todo }) => sum + todo.size, 0)
    return Math.min(MAX_TODO - size, Math.max(MAX_WAITING - size, MAX_TODO_OF_ALL - all))
  }

  #remove (peer: string, ledger: Ledger, key: string): void {
    ledger.entries.delete(key)
    ledger.todo.delete(key)
    ledger.waiting.delete(key)
    this.#stopWaiting(key, peer)
  }

  #stopWaiting (key: string, peer: string): void {
    const peers = this.#waiting.get(key)

    if (peers?.delete(peer) === true && peers.size === 0) {
      this.#waiting.delete(key)
    }
  }

  async #serve (peer: string, ledger: Ledger): Promise<void> {
    if (ledger.serving) {
      return
    }

    ledger.serving = true

    try {
      while (ledger.todo.size + ledger.looked.length > 0 && this.#ledgers.get(peer) === ledger) {
        const free = await this.#slots.take(this.#init.signal)

        try {
          const message = await this.#nextMessage(peer, ledger)

          if (message.blocks.length + message.presences.length > 0) {
            await this.#send(peer, message, free)
            this.#init.log?.debug('blocks were sent', {
              peer,
              blocks: message.blocks.length,
              presences: message.presences.length
            })
            message.blocks.forEach(({ data }) => {
              this.#init.sent(peer, data.byteLength)
            })
          }
        } finally {
          free()
        }
      }
    } catch (err) {
      this.#init.log?.info('blocks could not be sent', { peer, problem: (err as Error).message })
      // The peer does not read, or the store fails: it can repeat its wants.
      ledger.entries.forEach((_, key) => {
        this.#remove(peer, ledger, key)
      })
    } finally {
      ledger.serving = false
    }
  }

  /**
   * Sends a message.
   *
   * @param free - releases the fast slot
   */
  async #send (peer: string, message: BitswapMessage, free: () => void): Promise<void> {
    const { network, signal } = this.#init
    const sent = network.send(peer, writeMessage(message), { signal })

    if (await settledWithin(sent, SLOW_MS) === 'late') {
      const end = await this.#slow.take(signal)
      free()
      await sent.finally(end)
    }

    await sent
  }

  async #nextMessage (peer: string, ledger: Ledger): Promise<BitswapMessage> {
    const { blocks } = this.#init
    const message = emptyMessage()
    const sent: WantEntry[] = []
    let bytes = 0

    if (ledger.looked.length === 0) {
      ledger.looked = await this.#look(peer, ledger)
    }

    while (ledger.looked.length > 0 && bytes < TARGET_BYTES) {
      const { key, entry, size } = ledger.looked[0]

      // The want was cancelled, replaced or evicted.
      if (ledger.entries.get(key) !== entry) {
        ledger.looked.shift()
        continue
      }

      const blockBytes = size == null ? Infinity : blockFieldBytes(prefixOf(entry.cid).byteLength, size)
      const isSent = size != null && blockBytes <= MAX_MESSAGE_BYTES && !(entry.have && size > SMALL_BLOCK_BYTES)
      const needed = isSent ? blockBytes : presenceFieldBytes(entry.cid.bytes.byteLength)

      if (bytes + needed > MAX_MESSAGE_BYTES) {
        break // part of the next message
      }

      ledger.looked.shift()
      bytes += needed

      if (isSent) {
        sent.push(entry)
      } else if (blockBytes > MAX_MESSAGE_BYTES) {
        addMissing(message, entry)
      } else {
        this.#remove(peer, ledger, key)
        message.presences.push({ cid: entry.cid, have: true })
      }
    }

    const data = await Promise.all(sent.map(async ({ cid }) => await ifFound(async () => await blocks.bytes(cid))))

    sent.forEach((entry, i) => {
      const bytes = data[i]

      if (bytes == null) {
        addMissing(message, entry)
      } else {
        this.#removeAnswered(peer, ledger, entry)
        message.blocks.push({ prefix: prefixOf(entry.cid), data: bytes })
      }
    })

    return message
  }

  /**
   * Looks up the next wants in the store. They count as waiting from now on, so that a block that arrives meanwhile is
   * noticed.
   */
  async #look (peer: string, ledger: Ledger): Promise<Ledger['looked']> {
    const batch = firstOf(ledger.todo, BATCH).map((key) => ({ key, entry: ledger.entries.get(key)! }))

    for (const { key } of batch) {
      ledger.todo.delete(key)
      ledger.waiting.delete(key)
      ledger.waiting.add(key)
      this.#waiting.set(key, (this.#waiting.get(key) ?? new Set()).add(peer))
    }

    const looked = await Promise.all(
      batch.map(async ({ key, entry }) => ({
        key,
        entry,
        size: await ifFound(async () => await this.#init.blocks.size(entry.cid))
      }))
    )

    // Evicts the oldest; those of this batch are the newest.
    for (const key of firstOf(ledger.waiting, ledger.waiting.size - MAX_WAITING)) {
      this.#remove(peer, ledger, key)
    }

    return looked
  }

  /** Removes an answered want, unless the peer has replaced it meanwhile. */
  #removeAnswered (peer: string, ledger: Ledger, entry: WantEntry): void {
    const key = multihashKey(entry.cid.multihash.bytes)

    if (ledger.entries.get(key) === entry) {
      this.#remove(peer, ledger, key)
    }
  }
}

function addMissing ({ presences }: BitswapMessage, { cid, sendDontHave }: WantEntry): void {
  if (sendDontHave) {
    presences.push({ cid, have: false })
  }
}

function firstOf<T> (values: Iterable<T>, count: number): T[] {
  const first: T[] = []

  for (const value of values) {
    if (first.length >= count) {
      break
    }

    first.push(value)
  }

  return first
}
