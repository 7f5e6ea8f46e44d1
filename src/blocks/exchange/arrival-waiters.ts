import type { CID } from 'multiformats/cid'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'

/**
 * The requests that wait for blocks to arrive in the store of this node, from any writer: a later `add`, another
 * request.
 */
export class ArrivalWaiters {
  readonly #waiting = new Map<string, Set<(bytes: Uint8Array) => void>>()

  /** Delivers blocks to the requests that wait for them. */
  deliver (blocks: readonly Block[]): void {
    if (this.#waiting.size === 0) {
      return
    }

    // `bytes` may be a getter that builds the bytes on access.
    for (const block of blocks) {
      for (const arrived of this.#waiting.get(multihashKey(block.cid.multihash.bytes)) ?? []) {
        arrived(block.bytes)
      }
    }
  }

  /**
   * Calls back once with the bytes of a block.
   *
   * @returns a function that stops waiting
   */
  add (cid: CID, arrived: (bytes: Uint8Array) => void): () => void {
    const key = multihashKey(cid.multihash.bytes)
    const waiting = this.#waiting.get(key) ?? new Set()
    this.#waiting.set(key, waiting)

    const end = (): void => {
      if (waiting.delete(once) && waiting.size === 0 && this.#waiting.get(key) === waiting) {
        this.#waiting.delete(key)
      }
    }

    const once = (bytes: Uint8Array): void => {
      end()
      arrived(bytes)
    }
    waiting.add(once)
    return end
  }

  /**
   * Resolves with the bytes of a block when it arrives.
   *
   * @throws the signal's reason
   */
  async wait (cid: CID, signal: AbortSignal): Promise<Uint8Array> {
    signal.throwIfAborted()

    return await new Promise<Uint8Array>((resolve, reject) => {
      const end = this.add(cid, (bytes) => {
        signal.removeEventListener('abort', aborted)
        resolve(bytes)
      })
      const aborted = (): void => {
        end()
        reject(signal.reason as Error)
      }
      signal.addEventListener('abort', aborted, { once: true })
    })
  }
}
