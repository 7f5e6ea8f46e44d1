import type { CID } from 'multiformats/cid'
import { multihashKey } from '../cid/multihash-key.ts'
import type { Block } from '../store/blockstore.ts'
import type { Exchange } from './exchange.ts'
import { ExchangeCounts } from './exchange-counts.ts'
import type { ExchangeLedger, ExchangeStat } from './exchange-stat.ts'
import type { ExchangeSession } from './exchange-session.ts'

/**
 * The exchange of a node that is online and has nobody to ask: a wanted block can only come from this node itself,
 * by a later `add` or `block/put`, and whoever waits for it is served then, as Kubo's block service does.
 */
export class NoPeers implements Exchange {
  readonly #counts = new ExchangeCounts()
  readonly #waiting = new Map<string, Set<(bytes: Uint8Array) => void>>()

  session (): ExchangeSession {
    return { get: async (cid, { signal }) => await this.#wait(cid, signal) }
  }

  notify (blocks: readonly Block[]): void {
    if (this.#waiting.size === 0) {
      return
    }

    for (const { cid, bytes } of blocks) {
      for (const arrived of this.#waiting.get(multihashKey(cid.multihash.bytes)) ?? []) {
        arrived(bytes)
      }
    }
  }

  /** Whatever is waited for, nobody is asked for it. */
  stat (): ExchangeStat {
    return this.#counts.stat()
  }

  ledger (peer: string): ExchangeLedger {
    return this.#counts.ledger(peer)
  }

  wantsOf (): undefined {
    return undefined
  }

  async #wait (cid: CID, signal: AbortSignal): Promise<Uint8Array> {
    signal.throwIfAborted()
    const key = multihashKey(cid.multihash.bytes)

    return await new Promise<Uint8Array>((resolve, reject) => {
      const waiting = this.#waiting.get(key) ?? new Set()
      this.#waiting.set(key, waiting)

      const done = (): void => {
        waiting.delete(arrived)
        signal.removeEventListener('abort', aborted)

        if (waiting.size === 0 && this.#waiting.get(key) === waiting) {
          this.#waiting.delete(key)
        }
      }

      const arrived = (bytes: Uint8Array): void => { done(); resolve(bytes) }
      const aborted = (): void => { done(); reject(signal.reason as Error) }

      waiting.add(arrived)
      signal.addEventListener('abort', aborted)
    })
  }
}
