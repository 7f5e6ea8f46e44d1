import type { CID } from 'multiformats/cid'
import { AbortListeners } from '../../async/signals/abort-listeners.ts'
import { ExchangeCounts } from '../../blocks/exchange/exchange-counts.ts'
import type { ExchangeSession } from '../../blocks/exchange/exchange-session.ts'
import type { ExchangeLedger, ExchangeStat } from '../../blocks/exchange/exchange-stat.ts'
import type { Exchange } from '../../blocks/exchange/exchange.ts'
import type { Logger } from '../../log/logs.ts'
import type { Block, Blockstore } from '../../store/blockstore/blockstore.ts'
import { BitswapClient } from './bitswap-client.ts'
import type { BitswapNetwork, BitswapReceiver } from './bitswap-network.ts'
import { BitswapServer } from './bitswap-server.ts'
import { wantKeyOf } from './block-prefix.ts'
import type { BitswapMessage } from './message.ts'
import { readMessage } from './read-message.ts'
import { SessionPeers } from './session-peers.ts'

export interface BitswapExchangeInit {
  network: BitswapNetwork
  /** local blocks */
  blocks: Pick<Blockstore, 'bytes' | 'size'>
  /** whether blocks are sent to peers (`Bitswap.ServerEnabled`) */
  serves: boolean
  /** time that a peer which owes a block may be silent; default 5 s */
  stallMs?: number
  /** default: none */
  log?: Logger
}

/** Exchanges blocks with peers over bitswap 1.2.0 (specs.ipfs.tech/bitswap-protocol). */
export class BitswapExchange implements Exchange, BitswapReceiver {
  readonly #network: BitswapNetwork
  readonly #client: BitswapClient
  readonly #server: BitswapServer | undefined
  readonly #counts = new ExchangeCounts()
  readonly #listeners = new AbortListeners()
  readonly #stopping = new AbortController()
  readonly #log: Logger | undefined

  constructor ({ network, blocks, serves, stallMs, log }: BitswapExchangeInit) {
    const { signal } = this.#stopping
    this.#network = network
    this.#log = log
    this.#client = new BitswapClient({ network, signal, stallMs, log })
    this.#server = serves
      ? new BitswapServer({
        network,
        blocks,
        signal,
        log,
        sent: (peer, bytes) => {
          this.#counts.sent(peer, bytes)
        }
      })
      : undefined
  }

  session (): ExchangeSession {
    const peers = new SessionPeers()
    let startedMs: number | undefined
    let waiting = 0
    let blocks = 0

    return {
      get: async (cid, { signal, verified }) => {
        signal.throwIfAborted()
        this.#stopping.signal.throwIfAborted()
        startedMs ??= Date.now()
        waiting++
        let ended = (): void => {}

        return await new Promise<Uint8Array>((resolve, reject) => {
          const end = this.#client.want(cid, {
            session: peers,

            take: (bytes, peer) => {
              if (peer != null) {
                blocks++
                peers.sent(peer, bytes.byteLength)
              }

              verified?.(bytes)
              resolve(bytes)
            }
          })

          const unlisten = [signal, this.#stopping.signal].map((signal) =>
            this.#listeners.add(signal, () => {
              end()
              reject(signal.reason as Error)
            })
          )
          ended = () => {
            unlisten.forEach((stop) => {
              stop()
            })
          }
        }).finally(() => {
          waiting--
          ended()
        })
      },

      report: () => ({
        startedMs,
        waiting,
        blocks,
        bytes: peers.sources.reduce((sum, { bytes }) => sum + bytes, 0),
        sources: peers.sources
      })
    }
  }

  notify (blocks: readonly Block[]): void {
    this.#server?.arrived(blocks)
    blocks.forEach((block) => {
      this.#client.arrived(block)
    })
  }

  stat (): ExchangeStat {
    return this.#counts.stat(this.#client.wanted, this.#server?.peers)
  }

  ledger (peer: string): ExchangeLedger {
    return this.#counts.ledger(peer)
  }

  wantsOf (peer: string): CID[] | undefined {
    return this.#server?.wantsOf(peer)
  }

  async stop (): Promise<void> {
    this.#stopping.abort(new DOMException('the node has stopped', 'AbortError'))
  }

  connected (peer: string): void {
    this.#client.connected(peer)
  }

  disconnected (peer: string): void {
    this.#client.disconnected(peer)
    this.#server?.disconnected(peer)
  }

  async received (peer: string, bytes: Uint8Array): Promise<void> {
    let message: BitswapMessage

    try {
      message = readMessage(bytes)
    } catch (err) {
      this.#log?.warn('a message could not be read', { peer, problem: (err as Error).message })
      this.#network.drop(peer)
      return
    }

    this.#log?.debug('a message was received', {
      peer,
      blocks: message.blocks.length,
      presences: message.presences.length,
      wants: message.wants.length
    })

    this.#server?.received(peer, message)
    const keyed = this.#client.expects(peer)
      ? await Promise.all(message.blocks.map(async (block) => await withKey(block)))
      : []
    const blocks = keyed.flatMap((block) => block ?? [])
    const wanted = this.#client.received(peer, blocks, message)

    if (message.blocks.length > 0 || message.presences.length > 0) {
      this.#counts.received(peer, blocks.map(({ data }) => data.byteLength), (i) => !wanted.has(blocks[i].key))
    }
  }
}

/**
 * Hashes a received block; undefined if its prefix cannot be understood. The bytes are copied unless they are most of
 * the message, which they would keep in memory.
 */
async function withKey (
  block: BitswapMessage['blocks'][number]
): Promise<{ key: string; data: Uint8Array } | undefined> {
  try {
    return {
      key: await wantKeyOf(block),
      data: block.data.byteLength * 2 < block.data.buffer.byteLength ? block.data.slice() : block.data
    }
  } catch {
    return undefined
  }
}
