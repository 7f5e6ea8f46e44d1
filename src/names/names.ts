import type { PrivateKey } from '@libp2p/interface'
import type { Datastore } from 'interface-datastore'
import { equals } from 'multiformats/bytes'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import type { ConfigStore } from '../config/config-store.ts'
import type { ContentPolicy } from '../denylist/content-policy.ts'
import type { Logger } from '../log/logs.ts'
import type { ContentPath } from '../path/content-path.ts'
import { NameCache } from './cache/name-cache.ts'
import type { CachedName } from './cache/name-cache.ts'
import { nameSettings } from './name-settings.ts'
import type { NameSettings } from './name-settings.ts'
import type { PublishOptions } from './publish/publisher.ts'
import { Publisher } from './publish/publisher.ts'
import { ipnsNameText } from './record/ipns-name.ts'
import { readRecord } from './record/read-record.ts'
import { NameResolver } from './resolve/name-resolver.ts'
import type { LookupDnslink } from './resolve/name-resolver.ts'
import { networkRouting } from './routing/network-routing.ts'
import { isTaken, NotPublishedError } from './routing/record-outcome.ts'
import type { RecordOutcome } from './routing/record-outcome.ts'
import type { RecordPlace } from './routing/record-place.ts'
import { localRouting, noRouting, offlineRouting } from './routing/record-routing.ts'
import type { PutRecordOptions, RecordRouting } from './routing/record-routing.ts'
import { RecordStore } from './routing/record-store.ts'

export interface NamesInit {
  datastore: Datastore
  config: ConfigStore
  /** whether the node is online now */
  online: () => boolean
  dnslink: LookupDnslink
  /** the current places for records in the network, by the settings; none by default */
  places?: () => readonly RecordPlace[]
  /** the keys of this node, whose published names can be renewed on resolution; none by default */
  ownKeys?: () => Promise<readonly PrivateKey[]>
  /** called with the result of each place at which a record was published */
  notify?: (name: string, outcome: RecordOutcome) => void
  /** decides which names are resolved; default: all */
  policy?: Pick<ContentPolicy, 'checkPath'>
  /** default: none */
  log?: Logger
}

/** Options of one lookup of a name. */
export interface NameOptions {
  signal: AbortSignal
  /** search only the records of this machine */
  offline: boolean
  /** bypass the cache */
  nocache?: boolean
  /** how many records are enough, if several peers are queried */
  count?: number
  /** time limit of the search for records; 0 for none */
  timeoutMs?: number
}

/**
 * Publishes and resolves names, and gives access to their raw records (Kubo `core/coreapi/name.go`, `routing.go`).
 *
 * Uses the own datastore and the places in the network that the settings name: delegated routers, which a node without
 * peers uses too, and pubsub. An offline node publishes to its datastore only, unless a publisher over HTTP is
 * requested.
 *
 * @example
 *   const key = await node.keys.privateKey('self')
 *   await node.names.publish(key, '/ipfs/bafy…', { lifetimeMs, ttlNs, v1compat: true, offline, signal })
 *   const { path } = await node.names.resolve(parsePath('/ipns/k51…/a.txt'), { offline, signal })
 */
export class Names {
  readonly #records: RecordStore
  readonly #publisher: Publisher
  readonly #resolver: NameResolver
  readonly #cache: NameCache
  readonly #settings: () => NameSettings
  readonly #online: () => boolean
  readonly #places: NonNullable<NamesInit['places']>
  readonly #notify: NonNullable<NamesInit['notify']>
  readonly #ownKeys: NonNullable<NamesInit['ownKeys']>
  readonly #policy: NamesInit['policy']
  readonly #log: Logger | undefined
  readonly #startedMs = Date.now()

  constructor (
    { datastore, config, online, dnslink, places = () => [], ownKeys = async () => [], notify = () => {}, policy, log }:
      NamesInit
  ) {
    this.#records = new RecordStore(datastore)
    this.#publisher = new Publisher(this.#records)
    this.#resolver = new NameResolver(dnslink)
    this.#settings = () => nameSettings(config)
    this.#cache = new NameCache({
      size: () => this.#settings().cacheSize,
      maxTtlMs: () => this.#settings().maxCacheTtlMs
    })
    this.#online = online
    this.#places = places
    this.#ownKeys = ownKeys
    this.#notify = notify
    this.#policy = policy
    this.#log = log
  }

  /** Whether names are looked up in the network. A node without peers does so too, if it has routers. */
  get asksNetwork (): boolean {
    return this.#online() || this.#places().length > 0
  }

  /** Whether there are HTTP publishers for records. */
  get hasPublishers (): boolean {
    return this.#places().some(({ isDelegated, put }) => isDelegated && put != null)
  }

  /**
   * Publishes a path under the name of a key.
   *
   * @returns the outcome at each place in the network; an unreachable place is no error, as in Kubo
   * @throws InvalidSequenceError; an Error if the record could not be stored; NotPublishedError if all HTTP publishers
   *   of a delegated publication failed. The record is stored in that case, and the next renewal publishes it again.
   */
  async publish (
    key: PrivateKey,
    path: ContentPath,
    options: PublishOptions & { offline: boolean }
  ): Promise<RecordOutcome[]> {
    const name = ipnsNameText(key.publicKey.toMultihash())
    const outcomes = await this.#publisher.publish(
      key,
      path.text,
      options.delegated === true ? this.#delegated() : this.#routing(options.offline),
      options
    )
    this.#report(name, outcomes)

    // a name that points to itself cannot be resolved: as in Kubo the cached target stays until it expires
    if (!leadsTo(path, key)) {
      this.#cache.delete(name)
    }

    return options.delegated === true ? requirePublished(outcomes) : outcomes
  }

  /** The time between two renewals of records (`Ipns.RepublishPeriod`). */
  get renewEveryMs (): number {
    return this.#settings().republishPeriodMs
  }

  /**
   * Renews the records of keys that are due (`Ipns.RecordLifetime`, `Ipns.RepublishPeriod`), and publishes them where
   * they were published before. Republishes records that are not due at places that have lost them or never got them.
   *
   * @returns how many were published, and how many of them no place accepted; the next renewal retries those
   */
  async renew (
    keys: readonly PrivateKey[],
    { signal }: { signal: AbortSignal }
  ): Promise<{ renewed: number; untaken: number }> {
    const { recordLifetimeMs: lifetimeMs, republishPeriodMs } = this.#settings()

    const done = { renewed: 0, untaken: 0 }

    for (const key of keys) {
      signal.throwIfAborted()
      const outcomes = await this.#publisher.renew(
        key,
        ({ isDelegated }) => isDelegated ? this.#delegated() : this.#routing(false),
        { lifetimeMs, dueMs: lifetimeMs - republishPeriodMs, signal }
      )

      if (outcomes != null) {
        this.#report(ipnsNameText(key.publicKey.toMultihash()), outcomes)
        done.renewed++
        done.untaken += isTaken(outcomes) ? 0 : 1
      }
    }

    return done
  }

  /**
   * Notes that the network has lost the records of these keys. The next renewal republishes them, even after a restart
   * of the node.
   */
  async lost (keys: readonly PrivateKey[]): Promise<void> {
    for (const key of keys) {
      await this.#records.noteLost(key.publicKey.toMultihash())
    }
  }

  /**
   * Resolves a path until it is immutable. Returns an immutable path unchanged.
   *
   * @throws NameNotResolvedError
   */
  async resolve (path: ContentPath, options: NameOptions): Promise<CachedName> {
    try {
      const found = await this.#resolver.resolve(path, this.#resolveOptions(options))
      this.#log?.debug('resolved', { path: path.text, target: found.path.text })
      return found
    } catch (err) {
      this.#log?.info('not resolved', { path: path.text, problem: (err as Error).message })
      throw err
    }
  }

  /** Resolves only the first name of a path. */
  async resolveOnce (path: ContentPath, options: NameOptions): Promise<CachedName> {
    return await this.#resolver.resolveOnce(path, this.#resolveOptions(options))
  }

  /**
   * Returns the best record of a name that is available now. Does not wait for followers of the name that may send one
   * later, as `GetValue` of Kubo.
   *
   * @throws RoutingNotFoundError
   */
  async record (
    name: MultihashDigest,
    { offline, signal }: { offline: boolean; signal: AbortSignal }
  ): Promise<Uint8Array> {
    return await this.#reviving(this.#routing(offline)).find(name, { signal, atOnce: true })
  }

  /** Returns the public key of a name that does not contain it, if a record of the name was published here. */
  async publicKey (name: MultihashDigest): Promise<Uint8Array | undefined> {
    return await this.#records.publicKey(name)
  }

  /**
   * Publishes a record that was signed elsewhere. An invalid record is an error only if the node is offline, as in
   * Kubo.
   *
   * @param options.delegated - publish only to HTTP publishers
   * @returns the outcome at each place in the network
   * @throws NotPublishedError if all HTTP publishers of a delegated publication failed
   */
  async put (
    name: MultihashDigest,
    record: Uint8Array,
    { offline, delegated, ...options }: PutRecordOptions & { offline: boolean; delegated?: boolean }
  ): Promise<RecordOutcome[]> {
    const outcomes = await (delegated === true ? this.#delegated() : this.#routing(offline)).put(name, record, options)
    this.#cache.delete(ipnsNameText(name))
    this.#report(ipnsNameText(name), outcomes)
    return delegated === true ? requirePublished(outcomes) : outcomes
  }

  #routingWithoutPlaces (): RecordRouting {
    return this.#settings().routing ? offlineRouting(this.#records) : noRouting
  }

  #routing (offline: boolean): RecordRouting {
    const places = offline ? [] : this.#places()
    const local = offline || !this.#online() ? localRouting(this.#records) : this.#routingWithoutPlaces()

    // an offline node looks records up, but does not publish any
    return places.length === 0
      ? local
      : networkRouting({
        records: this.#records,
        local,
        places: this.#online() ? places : places.map(({ put: _, ...place }) => place)
      })
  }

  /** Wraps a routing: before a lookup, renews a name of this node that expired while the node was not running. */
  #reviving (routing: RecordRouting): RecordRouting {
    return {
      ...routing,

      find: async (name, options) => {
        if (routing.keeps) {
          // if the renewal fails (a full disk, for example), the name stays unresolvable
          await this.#revive(name, options.signal).catch(() => {
            options.signal.throwIfAborted()
          })
        }

        return await routing.find(name, options)
      }
    }
  }

  /**
   * Renews the record of a name that this node published, if it expired before this start of the node. A running node
   * would have renewed it.
   *
   * The new record has the same value and sequence number, so a newer one from the network still wins. The next renewal
   * of names publishes it in the network.
   */
  async #revive (name: MultihashDigest, signal: AbortSignal): Promise<void> {
    const published = await this.#records.published(name)
    const { validity } = published == null ? {} : readRecord(published)

    if (validity == null || Number(validity.secs) * 1000 > this.#startedMs || await this.#records.known(name) != null) {
      return
    }

    const key = (await this.#ownKeys()).find(({ publicKey }) => equals(publicKey.toMultihash().bytes, name.bytes))

    if (key != null) {
      await this.#publisher.renew(key, () => localRouting(this.#records), {
        lifetimeMs: this.#settings().recordLifetimeMs,
        dueMs: 0,
        signal
      })
    }
  }

  /** Returns the routing of delegated publications: HTTP publishers and this machine. */
  #delegated (): RecordRouting {
    return networkRouting({
      records: this.#records,
      local: offlineRouting(this.#records),
      places: this.#places().filter(({ isDelegated }) => isDelegated)
    })
  }

  #report (name: string, outcomes: readonly RecordOutcome[]): void {
    outcomes.forEach((outcome) => {
      this.#notify(name, outcome)
    })
  }

  #resolveOptions (
    { offline, nocache, signal, count, timeoutMs }: NameOptions
  ): Parameters<NameResolver['resolve']>[1] {
    // results of an offline request are not cached: other requests search the network too
    const apart = offline && this.asksNetwork
    return {
      routing: this.#reviving(this.#routing(offline)),
      cache: apart || nocache === true ? undefined : this.#cache,
      signal,
      count,
      timeoutMs,
      policy: this.#policy
    }
  }
}

/** @throws NotPublishedError if no place accepted the record */
function requirePublished (outcomes: RecordOutcome[]): RecordOutcome[] {
  if (!outcomes.some(({ problem }) => problem == null)) {
    throw new NotPublishedError(outcomes)
  }

  return outcomes
}

function leadsTo ({ namespace, root }: ContentPath, key: PrivateKey): boolean {
  return namespace === 'ipns' &&
    [key.publicKey.toString(), key.publicKey.toCID().toString(), ipnsNameText(key.publicKey.toMultihash())].includes(
      root
    )
}
