import type { Connection } from '@libp2p/interface'
import type { Multiaddr } from '@multiformats/multiaddr'
import type { Libp2pInit } from 'libp2p'
import { setMaxListeners } from 'main-event'
import { delay } from '../../async/timers/delay.ts'
import { isRelayed } from '../addresses/address-scope.ts'

/** Timeout per address. A peer that is reached through a relay then looks for a direct way. */
const ADDRESS_DIAL_MS = 15_000

/**
 * Delay before the next address is tried in parallel. go-libp2p uses 250 ms to 1 s (`swarm/dial_ranker.go`); handshakes
 * are slower here.
 */
const NEXT_MS = 1000

/**
 * Delay before a relay address is tried while direct ones are pending: a relayed connection ends soon, and its peer
 * looks for a direct way anyway.
 */
const RELAYED_NEXT_MS = 6000

/** Addresses of one peer that are dialled concurrently, and in all. Browsers limit concurrent handshakes per origin. */
const MAX_AT_ONCE = 6
const MAX_ADDRESSES = 25

/** The dial of a peer (patches/libp2p+*.patch). */
export type PeerDial = Parameters<NonNullable<NonNullable<Libp2pInit['connectionManager']>['dialPeer']>>[0]

/** No address of a peer could be reached. `errors` has the error of each of `addresses`. */
export class AddressesFailedError extends AggregateError {
  override readonly name = 'AggregateError'
  readonly addresses: Multiaddr[]

  constructor (failed: ReadonlyArray<{ address: Multiaddr; error: unknown }>) {
    super(failed.map(({ error }) => error), 'All multiaddr dials failed')
    this.addresses = failed.map(({ address }) => address)
  }
}

/**
 * Dials a peer by happy eyeballs, as in go-libp2p: the next address starts soon after one that does not answer, and the
 * first connection wins. Most peers list addresses of foreign networks that never answer. libp2p itself tries one
 * address after the other and would wait many seconds for each.
 *
 * @throws the error of the only address, an AddressesFailedError, or the signal's reason
 */
export async function dialStaggered (dial: PeerDial): Promise<Connection> {
  return await new StaggeredDial(dial).run()
}

class StaggeredDial {
  readonly #job: PeerDial
  readonly #signal: AbortSignal
  /** aborts the other attempts; aborting the winner's signal would close its connection */
  readonly #leave = new Set<AbortController>()
  #ended = false
  readonly #known = new Set<string>()
  readonly #next: Multiaddr[] = []
  readonly #underWay = new Set<Promise<void>>()
  readonly #tried: Array<{ address: Multiaddr; error?: unknown }> = []
  #begun = -Infinity
  #hasFailed = false
  #won: Connection | undefined

  constructor (job: PeerDial) {
    this.#job = job
    this.#signal = job.signal
  }

  /** @throws the single error, or an AddressesFailedError; the signal's reason */
  async run (): Promise<Connection> {
    try {
      await this.#look()

      for (;;) {
        // Addresses that were added later must not end pending attempts.
        if (this.#job.multiaddrs.size > 0) {
          await this.#look().catch(() => {})
        }
        const wait = this.#toWait()

        if (wait === 0) {
          this.#begin(this.#next.shift()!)
        } else if (this.#underWay.size === 0) {
          throw this.#failure()
        } else {
          await this.#oneEndsWithin(wait)
        }

        if (this.#won != null) {
          return this.#won
        }
        this.#signal.throwIfAborted()
      }
    } finally {
      this.#ended = true
      this.#leave.forEach((attempt) => {
        attempt.abort()
      })
    }
  }

  async #look (): Promise<void> {
    const asked = new Set(this.#job.multiaddrs)
    this.#job.multiaddrs.clear()

    for (const { multiaddr } of await this.#job.findAddresses(asked)) {
      if (this.#known.size < MAX_ADDRESSES && !this.#known.has(multiaddr.toString())) {
        this.#known.add(multiaddr.toString())
        this.#next.push(multiaddr)
      }
    }
  }

  /**
   * @returns milliseconds until the next address is tried, if no attempt ends before; Infinity if there is none, or
   *   only after one ends
   */
  #toWait (): number {
    if (this.#next.length === 0 || this.#underWay.size >= MAX_AT_ONCE) {
      return Infinity
    }
    if (this.#underWay.size === 0) {
      return 0
    }
    const relayed = isRelayed(this.#next[0])
    return this.#hasFailed && !relayed
      ? 0
      : Math.max(0, this.#begun + (relayed ? RELAYED_NEXT_MS : NEXT_MS) - performance.now())
  }

  #begin (address: Multiaddr): void {
    const tried: { address: Multiaddr; error?: unknown } = { address }
    this.#tried.push(tried)
    this.#begun = performance.now()
    this.#hasFailed = false

    const underWay = this.#dial(address).catch((err: unknown) => {
      tried.error = err
      this.#hasFailed = true
    }).finally(() => {
      this.#underWay.delete(underWay)
    })

    this.#underWay.add(underWay)
  }

  async #dial (address: Multiaddr): Promise<void> {
    const leave = new AbortController()
    const limit = setTimeout(() => {
      leave.abort(new DOMException('the time for it is over', 'TimeoutError'))
    }, ADDRESS_DIAL_MS)
    this.#leave.add(leave)
    const signal = AbortSignal.any([this.#signal, leave.signal])
    // A handshake adds many listeners to it.
    setMaxListeners(Infinity, signal)

    const connection = await this.#job.dialAddress(address, signal).finally(() => {
      clearTimeout(limit)
      this.#leave.delete(leave)
    })

    if (this.#won != null || this.#ended) {
      await connection.close().catch((err: Error) => {
        connection.abort(err)
      })
      return
    }

    this.#won = connection
    await this.#job.peerStore.merge(connection.remotePeer, { multiaddrs: [connection.remoteAddr] }).catch(() => {})
  }

  /** Also resolves when the signal aborts. */
  async #oneEndsWithin (ms: number): Promise<void> {
    const over = new AbortController()
    await Promise.race([...this.#underWay, delay(ms, AbortSignal.any([this.#signal, over.signal])).catch(() => {})])
    over.abort()
  }

  #failure (): unknown {
    const failed = this.#tried.map(({ address, error }) => ({ address, error }))
    return failed.length === 1 ? failed[0].error : new AddressesFailedError(failed)
  }
}
