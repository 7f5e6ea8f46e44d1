import type { CID } from 'multiformats/cid'
import { ifFound } from '../../async/promises/if-found.ts'
import { AbortListeners } from '../../async/signals/abort-listeners.ts'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import type { ReadOneOptions } from '../../store/blockstore/blockstore.ts'
import type { ExchangeSession } from '../exchange/exchange-session.ts'
import type { BlockSource } from '../local/block-source.ts'
import type { LocalBlocks } from '../local/local-blocks.ts'
import { verifyBlock } from '../local/verify-block.ts'
import { BatchedPuts } from './batched-puts.ts'

/** The bytes of a block, and where they came from. */
export interface FoundBlock {
  bytes: Uint8Array
  /** Whether the block was fetched. */
  remote: boolean
}

interface Fetch {
  block: Promise<FoundBlock>
  controller: AbortController
  /** The number of waiting requests. */
  users: number
}

/**
 * Reads blocks from the store, or else fetches them from an exchange, verifies and stores them. Concurrent requests for
 * a block share one lookup and one fetch, which is cancelled when the last of them aborts. Blocks that arrive together
 * are written together, in one transaction if the store supports it.
 *
 * The lookup is shared because a lookup of its own could miss the block, finish after another request has fetched and
 * stored it, and fetch it again.
 */
export class RemoteBlocks {
  readonly #store: BlockSource
  readonly #local: LocalBlocks
  readonly #session: ExchangeSession
  readonly #running = new Map<string, Fetch>()
  readonly #puts: BatchedPuts
  readonly #listeners = new AbortListeners()
  /** The number of fetches that missed the store and have not stored their blocks yet. */
  #fetching = 0

  /**
   * Creates the reader.
   *
   * @param local - reads the blocks of `store`
   */
  constructor (store: BlockSource, local: LocalBlocks, session: ExchangeSession) {
    this.#store = store
    this.#local = local
    this.#session = session
    this.#puts = new BatchedPuts(store, () => this.#fetching)
  }

  /**
   * Reads or fetches a block.
   *
   * @throws the signal's reason
   * @throws an Error if the bytes do not match the CID, and errors of exchange and store
   */
  async get (
    cid: CID,
    { signal, ahead }: { signal: AbortSignal } & Pick<ReadOneOptions, 'ahead'>
  ): Promise<FoundBlock> {
    signal.throwIfAborted()
    const key = multihashKey(cid.multihash.bytes)
    const fetch = this.#running.get(key) ?? this.#start(key, cid, ahead)
    fetch.users++

    let unlisten: (() => void) | undefined

    try {
      return await Promise.race([
        fetch.block,
        new Promise<never>((_resolve, reject) => {
          unlisten = this.#listeners.add(signal, () => {
            reject(signal.reason as Error)
          })
        })
      ])
    } finally {
      unlisten?.()

      if (--fetch.users === 0 && this.#forget(key, fetch)) {
        fetch.controller.abort(new DOMException('nobody waits for the block any more', 'AbortError'))
      }
    }
  }

  #start (key: string, cid: CID, ahead: ReadOneOptions['ahead']): Fetch {
    const controller = new AbortController()
    const fetch: Fetch = { block: this.#find(cid, controller, ahead), controller, users: 0 }
    this.#running.set(key, fetch)
    const end = (): void => {
      this.#forget(key, fetch)
    }
    fetch.block.then(end, end)
    return fetch
  }

  /**
   * Removes a fetch.
   *
   * @returns whether it was still running
   */
  #forget (key: string, fetch: Fetch): boolean {
    return this.#running.get(key) === fetch && this.#running.delete(key)
  }

  async #find (
    cid: CID,
    controller: AbortController,
    ahead: ReadOneOptions['ahead']
  ): Promise<FoundBlock> {
    const here = await this.#local.bytes(cid, { signal: controller.signal, ahead })

    if (here != null) {
      return { bytes: here, remote: false }
    }

    controller.signal.throwIfAborted()
    this.#fetching++

    try {
      return { bytes: await this.#fetch(cid, controller), remote: true }
    } finally {
      this.#fetching--
    }
  }

  async #fetch (cid: CID, controller: AbortController): Promise<Uint8Array> {
    const verified = new WeakSet<Uint8Array>()

    const verify = async (bytes: Uint8Array): Promise<void> => {
      await verifyBlock({ cid, bytes })
      verified.add(bytes)
    }

    const wanted = this.#session.get(cid, {
      signal: controller.signal,
      verify,
      verified: (bytes) => {
        verified.add(bytes)
      }
    })
    wanted.catch(() => {}) // checked below
    // Closes a race: the block may have been stored after the reader's lookup and before the want was registered with
    // the exchange.
    const here = await ifFound(() => this.#store.bytes(cid))

    if (here != null) {
      controller.abort(new DOMException('the block is here', 'AbortError'))
      return here
    }

    const bytes = await wanted

    if (!verified.has(bytes)) {
      await verify(bytes)
    }

    await this.#puts.put(cid, bytes)
    return bytes
  }
}
