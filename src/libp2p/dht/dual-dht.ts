import type { CID } from 'multiformats/cid'
import { bufferedGenerator } from '../../async/iteration/buffered-generator.ts'
import type { Report } from '../../async/iteration/buffered-generator.ts'
import { settledWithin } from '../../async/promises/settled-within.ts'
import { timeLimit } from '../../async/signals/time-limit.ts'
import { unlessAborted } from '../../async/signals/unless-aborted.ts'
import { isError } from '../../errors/define-error.ts'
import type { PeerAddresses } from '../../net/addresses/peer-addresses.ts'
import type { Dht, DhtEvent, DhtOptions } from '../../swarm/dht.ts'
import { EmptyTableError } from '../../swarm/swarm-errors.ts'
import { addressTexts } from './address-texts.ts'
import { KadDht } from './kad-dht.ts'
import type { KadNetwork } from './kad-network.ts'
import { lanRealm, WAN } from './kad-realm.ts'

/** Time that a query waits for the first server if none is known, and before it is tried again. */
const JOIN_MS = 5000
const JOIN_AGAIN_MS = 30_000

/** Providers that one search yields: each server may name 256, and the reader may be slow. */
const MAX_PROVIDERS = 1000

export interface DualDhtInit {
  network: KadNetwork
  /** `Routing.LoopbackAddressesOnLanDHT` */
  withLoopback: boolean
  /** connects to bootstrap peers; resolves when all reachable ones are connected */
  join: (options: { signal: AbortSignal }) => Promise<void>
  /** current addresses of this node */
  addresses: () => readonly Uint8Array[]
}

/**
 * Queries the tables of the public and the local network together. Reports the public one if it has servers
 * (go-libp2p-kad-dht `dual/dual.go`).
 */
export class DualDht implements Dht {
  readonly #init: DualDhtInit
  readonly #wan: KadDht
  readonly #lan: KadDht
  #joining: Promise<void> | undefined
  #joinedMs = -Infinity

  constructor (init: DualDhtInit) {
    this.#init = init
    this.#wan = new KadDht(init.network, WAN)
    this.#lan = new KadDht(init.network, lanRealm(init.withLoopback))
  }

  async start (): Promise<void> {
    await Promise.all([this.#wan.start(), this.#lan.start()])
  }

  stop (): void {
    this.#wan.stop()
    this.#lan.stop()
  }

  get tables (): Dht['tables'] {
    return { wan: this.#wan.table.buckets(), lan: this.#lan.table.buckets() }
  }

  get isActive (): boolean {
    return this.#both.some(({ table }) => table.size > 0)
  }

  get mayProvide (): boolean {
    return this.isActive && this.#activeDht.announced(this.#init.addresses()).length > 0
  }

  async ready ({ signal }: { signal: AbortSignal }): Promise<void> {
    if (!this.isActive) {
      this.#joining ??= this.#join().finally(() => {
        this.#joining = undefined
      })
      await unlessAborted(this.#joining, signal)
    }
  }

  async findPeer (peer: string, options: DhtOptions): Promise<string[]> {
    await this.ready(options)
    const found = await this.#inBoth(async (dht) => await dht.findPeer(peer, options), options)
    return [...new Set(found.flat())]
  }

  async *findProviders (cid: CID, options: DhtOptions): AsyncGenerator<PeerAddresses> {
    const reported = new Map<string, boolean>()
    let problem: DhtEvent | undefined

    // A problem of one table is reported only if nothing was found, and no other event followed.
    const onEvent = (event: DhtEvent): void => {
      problem = event.kind === 'problem' ? event : undefined

      if (problem == null) {
        options.onEvent?.(event)
      }
    }

    const inBoth = this.#streamed<PeerAddresses>({ ...options, onEvent }, async (dht, report, inner) => {
      await dht.findProviders(cid.multihash.bytes, {
        ...inner,

        onProvider: (provider) => {
          const hasAddresses = provider.addresses.length > 0

          if (
            reported.get(provider.id) !== true && reported.get(provider.id) !== hasAddresses &&
            reported.size < MAX_PROVIDERS
          ) {
            reported.set(provider.id, hasAddresses)
            void report(addressTexts(provider))
          }
        }
      })
    })

    try {
      yield* inBoth
    } catch (err) {
      if (!isError(err, EmptyTableError)) {
        throw err
      }
    }

    if (reported.size === 0 && problem != null) {
      options.onEvent?.(problem)
    }
  }

  async nearest (
    key: Uint8Array,
    { isPublic = false, ...options }: DhtOptions & { isPublic?: boolean }
  ): Promise<PeerAddresses[]> {
    await this.ready(options)
    const found = await (isPublic ? this.#wan : this.#activeDht).nearest(key, options)
    return await Promise.all(found.map(async ({ id, addresses }) => {
      const { known } = await this.#init.network.addressesOf(id)
      return addressTexts({ id, addresses: [...known, ...addresses] })
    }))
  }

  async *findValues (key: Uint8Array, options: DhtOptions): AsyncGenerator<Uint8Array> {
    yield* this.#streamed<Uint8Array>(options, async (dht, report, inner) => {
      await dht.findValues(key, {
        ...inner,
        onValue: (value) => {
          void report(value)
        }
      })
    })
  }

  async putValue (key: Uint8Array, value: Uint8Array, options: DhtOptions): Promise<void> {
    await this.ready(options)
    await this.#activeDht.putValue(key, value, options)
  }

  async provide (cid: CID, options: DhtOptions): Promise<number> {
    await this.ready(options)
    return await this.#activeDht.provide(cid.multihash.bytes, this.#init.addresses(), options)
  }

  get #both (): readonly KadDht[] {
    return [this.#wan, this.#lan]
  }

  get #activeDht (): KadDht {
    return this.#wan.table.size > 0 ? this.#wan : this.#lan
  }

  /**
   * Yields the results of both tables as they arrive. Ends when both have ended, or the reader stops.
   *
   * @throws EmptyTableError if both are empty; the signal's reason
   */
  async *#streamed<T> (
    options: DhtOptions,
    find: (dht: KadDht, report: Report<T>, options: DhtOptions) => Promise<void>
  ): AsyncGenerator<T> {
    await this.ready(options)

    yield* bufferedGenerator<T>(async (report, signal) => {
      await this.#inBoth(async (dht) => {
        await find(dht, report, { ...options, signal })
      }, { signal })
    }, options.signal)
  }

  /** @throws EmptyTableError if both are empty; the signal's reason */
  async #inBoth<T> (work: (dht: KadDht) => Promise<T>, { signal }: Pick<DhtOptions, 'signal'>): Promise<T[]> {
    const outcomes = await Promise.allSettled(this.#both.map(work))
    signal.throwIfAborted()
    const done = outcomes.filter(({ status }) => status === 'fulfilled') as Array<PromiseFulfilledResult<Awaited<T>>>

    if (done.length === 0) {
      const reasons = outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason as Error)
      throw reasons.find((reason) => !isError(reason, EmptyTableError)) ?? reasons[0]
    }

    return done.map(({ value }) => value)
  }

  /** Waits for servers that are being checked, and, if there are none at all, for the first bootstrap peer. */
  async #join (): Promise<void> {
    const isDue = this.#joinedMs + JOIN_AGAIN_MS <= Date.now()
    this.#joinedMs = isDue ? Date.now() : this.#joinedMs

    await settledWithin(
      (async () => {
        await (isDue ? this.#init.join({ signal: timeLimit(JOIN_MS) }).catch(() => {}) : undefined)
        await Promise.all(this.#both.map(async (dht) => {
          await dht.waitForChecks()
        }))
      })(),
      JOIN_MS
    )
  }
}
