import type { CID } from 'multiformats/cid'
import { ExchangeCounts } from '../../blocks/exchange/exchange-counts.ts'
import type { ExchangeSession, WantOptions } from '../../blocks/exchange/exchange-session.ts'
import type { ExchangeLedger, ExchangeStat } from '../../blocks/exchange/exchange-stat.ts'
import type { Exchange } from '../../blocks/exchange/exchange.ts'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import type { Block, Blockstore } from '../../store/blockstore/blockstore.ts'

export interface LoopbackOptions {
  /** round-trip time to the peers */
  latencyMs?: number
  /** returns the bytes that a peer sends instead of the block */
  tamper?: (cid: CID, bytes: Uint8Array, peer: number) => Uint8Array
  /** whether to return received bytes unverified, and leave that to the reader */
  careless?: boolean
}

interface Want {
  cid: CID
  key: string
  verify: WantOptions['verify']
  /** peers in the order in which they are asked */
  peers: Set<number>
  resolve: (bytes: Uint8Array) => void
}

/**
 * An exchange with the stores of other nodes in this process as its peers. Concurrent wants form one message, which is
 * answered after the latency; meanwhile no other is sent. The number of messages therefore shows how well readers
 * batch, independent of the machine's speed.
 */
export class LoopbackExchange implements Exchange {
  readonly #peers: readonly Blockstore[]
  readonly #options: LoopbackOptions
  readonly #wants = new Set<Want>()
  #running = false

  readonly #counts = new ExchangeCounts()

  /** number of wants in each message */
  readonly messages: number[] = []
  /** number of wants that each peer received */
  readonly asked: number[]
  readonly notified: Block[] = []
  sessions = 0
  /** wants that ended before their block arrived */
  cancelled = 0
  state: 'new' | 'started' | 'stopped' = 'new'

  constructor (peers: readonly Blockstore[], options: LoopbackOptions = {}) {
    this.#peers = peers
    this.#options = options
    this.asked = peers.map(() => 0)
  }

  /** Number of pending wants. */
  get wanted (): number {
    return this.#wants.size
  }

  /** Returns the statistics; peers are named by their indexes. */
  stat (): ExchangeStat {
    return this.#counts.stat([...this.#wants].map(({ cid }) => cid), [...this.#peers.keys()].map(String))
  }

  ledger (peer: string): ExchangeLedger {
    return this.#counts.ledger(peer)
  }

  wantsOf (peer: string): CID[] | undefined {
    return this.#peers[Number(peer)] == null ? undefined : []
  }

  async start (): Promise<void> {
    this.state = 'started'
  }

  async stop (): Promise<void> {
    this.state = 'stopped'
  }

  session (): ExchangeSession {
    this.sessions++
    // Peers that had the last blocks come first.
    const peers = new Set(this.#peers.keys())

    return {
      get: async (cid, { signal, verify }) =>
        await new Promise<Uint8Array>((resolve, reject) => {
          signal.throwIfAborted()
          const want: Want = {
            cid,
            key: multihashKey(cid.multihash.bytes),
            verify,
            peers,
            resolve: (bytes) => {
              end()
              resolve(bytes)
            }
          }
          const aborted = (): void => {
            this.cancelled++
            end()
            reject(signal.reason as Error)
          }
          const end = (): void => {
            this.#wants.delete(want)
            signal.removeEventListener('abort', aborted)
          }
          signal.addEventListener('abort', aborted)
          this.#wants.add(want)
          void this.#run()
        })
    }
  }

  notify (blocks: readonly Block[]): void {
    this.notified.push(...blocks)

    for (const { cid, bytes } of blocks) {
      const key = multihashKey(cid.multihash.bytes)
      const wants = [...this.#wants].filter((want) => want.key === key)
      wants.forEach(({ resolve }) => {
        resolve(bytes)
      })
    }
  }

  async #run (): Promise<void> {
    if (this.#running) {
      return
    }

    this.#running = true

    while (this.#wants.size > 0) {
      await new Promise((resolve) => {
        setTimeout(resolve, this.#options.latencyMs ?? 1)
      })
      const wants = [...this.#wants]
      this.messages.push(wants.length)
      await Promise.all(wants.map(async (want) => {
        await this.#answer(want)
      }))
    }

    this.#running = false
  }

  async #answer (want: Want): Promise<void> {
    for (const peer of [...want.peers]) {
      this.asked[peer]++

      if (await this.#peers[peer].has(want.cid) && await this.#send(want, peer)) {
        // Moves the successful peer to the front.
        const others = [...want.peers].filter((other) => other !== peer)
        want.peers.clear()
        ;[peer, ...others].forEach((other) => want.peers.add(other))
        return
      }
    }
  }

  async #send ({ cid, verify, resolve }: Want, peer: number): Promise<boolean> {
    const { tamper, careless } = this.#options
    const bytes = await this.#peers[peer].bytes(cid)
    const sent = tamper?.(cid, bytes, peer) ?? bytes

    try {
      if (careless !== true) {
        await verify(sent)
      }

      this.#counts.received(String(peer), [sent.length])
      resolve(sent)
      return true
    } catch {
      return false
    }
  }
}
