import type { CID } from 'multiformats/cid'
import { ifFound } from '../async/if-found.ts'
import { AbortListeners } from '../async/abort-listeners.ts'
import { multihashKey } from '../cid/multihash-key.ts'
import type { BlockSource } from './block-source.ts'
import type { ExchangeSession } from './exchange-session.ts'
import { GatheredPuts } from './gathered-puts.ts'
import { verifyBlock } from './verify-block.ts'

interface Fetch {
  bytes: Promise<Uint8Array>
  controller: AbortController
  /** who waits for it */
  users: number
}

/**
 * Blocks from an exchange: verified, and in the local store when they are handed out. Who asks for a block that is on its way
 * waits for that one; a want ends when nobody waits for it any more. Blocks that arrive together are put together, which a store
 * that packs them writes in one transaction.
 */
export class RemoteBlocks {
  readonly #store: BlockSource
  readonly #session: ExchangeSession
  readonly #running = new Map<string, Fetch>()
  readonly #puts: GatheredPuts
  readonly #listeners = new AbortListeners()

  constructor (store: BlockSource, session: ExchangeSession) {
    this.#store = store
    this.#session = session
    this.#puts = new GatheredPuts(store, () => this.#running.size)
  }

  /** @throws the signal's reason; an Error when what came is not this block; what the exchange and the store throw */
  async get (cid: CID, { signal }: { signal: AbortSignal }): Promise<Uint8Array> {
    signal.throwIfAborted()
    const key = multihashKey(cid.multihash.bytes)
    const fetch = this.#running.get(key) ?? this.#start(key, cid)
    fetch.users++

    let unlisten: (() => void) | undefined

    try {
      return await Promise.race([fetch.bytes, new Promise<never>((_resolve, reject) => {
        unlisten = this.#listeners.add(signal, () => { reject(signal.reason as Error) })
      })])
    } finally {
      unlisten?.()

      if (--fetch.users === 0 && this.#forget(key, fetch)) {
        fetch.controller.abort(new DOMException('nobody waits for the block any more', 'AbortError'))
      }
    }
  }

  #start (key: string, cid: CID): Fetch {
    const controller = new AbortController()
    const fetch: Fetch = { bytes: this.#fetch(cid, controller), controller, users: 0 }
    this.#running.set(key, fetch)
    const end = (): void => { this.#forget(key, fetch) }
    fetch.bytes.then(end, end)
    return fetch
  }

  /** @returns whether it was still running */
  #forget (key: string, fetch: Fetch): boolean {
    return this.#running.get(key) === fetch && this.#running.delete(key)
  }

  async #fetch (cid: CID, controller: AbortController): Promise<Uint8Array> {
    const verified = new WeakSet<Uint8Array>()

    const verify = async (bytes: Uint8Array): Promise<void> => {
      await verifyBlock({ cid, bytes })
      verified.add(bytes)
    }

    const wanted = this.#session.get(cid, { signal: controller.signal, verify, verified: (bytes) => { verified.add(bytes) } })
    wanted.catch(() => {}) // looked at below
    // the exchange knows of the want now; a block that came since the store was looked into before was told to nobody
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
