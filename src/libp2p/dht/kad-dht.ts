import { base58btc } from 'multiformats/bases/base58'
import { equals } from 'multiformats/bytes'
import { timeLimit } from '../../async/signals/time-limit.ts'
import { errorMessage } from '../../go/text/error-message.ts'
import { kadId } from '../../net/kad-id.ts'
import type { DhtOptions } from '../../swarm/dht.ts'
import { EmptyTableError } from '../../swarm/swarm-errors.ts'
import { addressTexts } from './address-texts.ts'
import { iterativeLookup } from './iterative-lookup.ts'
import { KAD } from './kad-message.ts'
import type { KadAnswer, KadRequest } from './kad-message.ts'
import type { KadNetwork } from './kad-network.ts'
import { kadPeer } from './kad-peer.ts'
import type { KadPeer } from './kad-peer.ts'
import type { KadRealm } from './kad-realm.ts'
import { RoutingTable } from './routing-table.ts'

/** Addresses per peer that are kept while it is in the table. */
const MAX_KEPT_ADDRESSES = 16

/** Timeout of storing a record at one peer (go-libp2p-kad-dht `putOperationTimeout`). */
const PUT_MS = 30_000

/** A client of one distributed hash table. */
export class KadDht {
  readonly table: RoutingTable
  readonly #network: KadNetwork
  readonly #realm: KadRealm
  readonly #checks = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #unwatch = (): void => {}

  constructor (network: KadNetwork, realm: KadRealm) {
    this.#network = network
    this.#realm = realm
    this.table = new RoutingTable(kadPeer(network.self).kadId, { isDiverse: realm.isDiverse })
  }

  async start (): Promise<void> {
    this.#unwatch = await this.#network.watch(this.#realm.protocol, (peer) => {
      this.#met(peer)
    }, (peer) => {
      this.table.remove(peer)
    })
  }

  stop (): void {
    this.#unwatch()
    this.#stopping.abort(new DOMException('the node has stopped', 'AbortError'))
  }

  /** Resolves when the newest peers have been checked. */
  async waitForChecks (): Promise<void> {
    await Promise.all(this.#checks)
  }

  /**
   * Returns the servers nearest to a key that answer.
   *
   * @throws EmptyTableError; the signal's reason
   */
  async nearest (key: Uint8Array, options: DhtOptions): Promise<KadPeer[]> {
    return await this.#walk(key, { type: KAD.findNode, key }, options)
  }

  /**
   * Returns the addresses of a peer: those that servers name, and after connecting those that the peer names itself.
   *
   * @throws EmptyTableError; the signal's reason
   */
  async findPeer (peer: string, options: DhtOptions): Promise<string[]> {
    const key = base58btc.baseDecode(peer)
    const named: Uint8Array[] = []

    // The peer is the nearest to its own key, so the walk dials it.
    await this.#walk(key, { type: KAD.findNode, key }, options, ({ closer }) => {
      named.push(...closer.filter(({ id }) => id === peer).flatMap(({ addresses }) => addresses))
    }, () => this.#network.isConnected(peer))

    const { known } = await this.#network.addressesOf(peer)
    return addressTexts({ id: peer, addresses: [...named, ...known] }).Addrs
  }

  /** @param onProvider - called for each provider that a server names */
  async findProviders (
    multihash: Uint8Array,
    options: DhtOptions & { onProvider: (provider: KadPeer) => void }
  ): Promise<void> {
    await this.#walk(multihash, { type: KAD.getProviders, key: multihash }, options, ({ providers }) => {
      providers.forEach(options.onProvider)
    })
  }

  /** @param onValue - called with the value of each server */
  async findValues (key: Uint8Array, options: DhtOptions & { onValue: (value: Uint8Array) => void }): Promise<void> {
    await this.#walk(key, { type: KAD.getValue, key }, options, ({ record }) => {
      if (record != null && equals(record.key, key)) {
        options.onValue(record.value)
      }
    })
  }

  /**
   * @returns number of servers that stored it
   * @throws an Error if none did
   */
  async putValue (key: Uint8Array, value: Uint8Array, options: DhtOptions): Promise<number> {
    return await this.#bring(key, options, async (peer, signal) => {
      const { record } = await this.#network.ask(peer, this.#realm.protocol, { type: KAD.putValue, key, value }, {
        signal
      })

      if (record == null || !equals(record.value, value)) {
        throw new Error('value not put correctly')
      }
    })
  }

  /** Returns the addresses of this node that are meaningful in this realm. */
  announced (addresses: readonly Uint8Array[]): readonly Uint8Array[] {
    return addresses.filter((address) => this.#realm.announces(address))
  }

  /**
   * @param addresses - of this node; those without meaning in this realm are left out
   * @returns number of servers that accepted the provider record
   * @throws an Error if none did
   */
  async provide (multihash: Uint8Array, addresses: readonly Uint8Array[], options: DhtOptions): Promise<number> {
    const announced = this.announced(addresses)

    if (announced.length === 0) {
      throw new Error('no known addresses for self, cannot put provider')
    }

    const provider = { id: base58btc.baseDecode(this.#network.self), addresses: announced }

    return await this.#bring(multihash, options, async (peer, signal) => {
      await this.#network.notify(peer, this.#realm.protocol, { type: KAD.addProvider, key: multihash, provider }, {
        signal
      })
    })
  }

  async #bring (
    key: Uint8Array,
    options: DhtOptions,
    bring: (peer: string, signal: AbortSignal) => Promise<void>
  ): Promise<number> {
    const { signal } = options
    const peers = await this.nearest(key, options)
    const outcomes = await Promise.allSettled(peers.map(async ({ id }) => {
      await bring(id, timeLimit(PUT_MS, signal))
    }))
    const failed = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    signal.throwIfAborted()

    if (failed.length === peers.length) {
      throw new Error(
        `none of ${peers.length} servers of the DHT took it${
          failed.length === 0 ? '' : `: ${errorMessage(failed[0].reason)}`
        }`
      )
    }

    return peers.length - failed.length
  }

  async #walk (
    key: Uint8Array,
    request: KadRequest,
    options: DhtOptions,
    onAnswer: (answer: KadAnswer) => void = () => {},
    isEnough?: () => boolean
  ): Promise<KadPeer[]> {
    const target = kadId(key)
    const seeds = this.table.nearest(target)

    if (seeds.length === 0) {
      options.onEvent?.({ kind: 'problem', peer: '', problem: new EmptyTableError().message })
      throw new EmptyTableError()
    }

    const { nearest, isComplete } = await iterativeLookup({
      target,
      seeds,
      isEnough,
      maxMs: options.maxMs,
      signal: AbortSignal.any([options.signal, this.#stopping.signal]),

      ask: async (peer, signal) => {
        const answer = await this.#ask(peer, request, { ...options, signal })
        onAnswer(answer)
        // The peer that is looked for is tried at any address.
        return this.#realm.plausible(answer.closer).filter((next) =>
          next.id !== this.#network.self && (this.#realm.asks(next) || equals(next.kadId, target))
        )
      }
    })

    if (isComplete) {
      this.table.refreshed(target)
    }

    return nearest
  }

  async #ask (peer: KadPeer, request: KadRequest, { signal, onEvent }: DhtOptions): Promise<KadAnswer> {
    try {
      if (!this.#network.isConnected(peer.id)) {
        onEvent?.({ kind: 'dial', peer: peer.id })
        await this.#network.connect(peer, { signal })
      }

      onEvent?.({ kind: 'ask', peer: peer.id })
      const answer = await this.#network.ask(peer.id, this.#realm.protocol, request, { signal })
      onEvent?.({ kind: 'answer', peer: peer.id, peers: answer.closer.map(addressTexts) })
      await this.#keep(peer)
      return answer
    } catch (err) {
      // The end of the walk says nothing about the peer.
      if (!signal.aborted) {
        this.table.remove(peer.id)
        onEvent?.({ kind: 'problem', peer: peer.id, problem: errorMessage(err) })
      }

      throw err
    }
  }

  /** Checks a peer that claims to be a server: it must answer once and belong to this realm. */
  #met (id: string): void {
    if (this.table.has(id)) {
      return
    }

    const key = base58btc.baseDecode(id)
    const check = this.#ask(kadPeer(id), { type: KAD.findNode, key }, { signal: this.#stopping.signal }).then(
      () => {},
      () => {}
    ).finally(() => {
      this.#checks.delete(check)
    })
    this.#checks.add(check)
  }

  async #keep (peer: KadPeer): Promise<void> {
    const { known, connected } = await this.#network.addressesOf(peer.id)
    const addresses = [...known, ...peer.addresses].slice(0, MAX_KEPT_ADDRESSES)

    if (this.#realm.keeps({ addresses, connected })) {
      this.table.answered({ ...peer, addresses })
    }
  }
}
