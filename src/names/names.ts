import type { PrivateKey } from '@libp2p/interface'
import type { Datastore } from 'interface-datastore'
import { equals } from 'multiformats/bytes'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import type { ConfigStore } from '../config/config-store.ts'
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
  /** whether the node takes part in the network now */
  online: () => boolean
  dnslink: LookupDnslink
  /** where in the network records are now, as the settings say; nowhere when left out */
  places?: () => readonly RecordPlace[]
  /** the keys of this node; names that it published can be renewed when they are resolved. None when left out */
  ownKeys?: () => Promise<readonly PrivateKey[]>
  /** called with the result of each place at which a record was published */
  notify?: (name: string, outcome: RecordOutcome) => void
  /** default: none */
  log?: Logger
}

/** For one question about a name. */
export interface NameOptions {
  signal: AbortSignal
  /** look at this machine's records alone */
  offline: boolean
  /** ask anew, whatever is known */
  nocache?: boolean
  /** how many records are enough, where several are asked for them */
  count?: number
  /** how long to look for records; 0 for as long as it takes */
  timeoutMs?: number
}

/**
 * The names of a node: published, resolved, and their records as they are (Kubo `core/coreapi/name.go`, `routing.go`).
 *
 * Its own datastore, and the places in the network that the settings name: delegated routers, which a node that is no
 * peer asks too, and pubsub. What a node that is offline publishes stays here, unless it is to go to publishers over
 * HTTP.
 *
 * @example
 *   await node.names.publish(await node.keys.privateKey('self'), '/ipfs/bafy…', { lifetimeMs, ttlNs, v1compat: true, offline, signal })
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
  readonly #log: Logger | undefined
  readonly #startedMs = Date.now()

  constructor (
    { datastore, config, online, dnslink, places = () => [], ownKeys = async () => [], notify = () => {}, log }:
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
    this.#log = log
  }

  /** Whether names are looked for in the network: on a node that is no peer too, where there are routers to ask. */
  get asksNetwork (): boolean {
    return this.#online() || this.#places().length > 0
  }

  /** Whether there are publishers over HTTP to bring records to. */
  get hasPublishers (): boolean {
    return this.#places().some(({ isDelegated, put }) => isDelegated && put != null)
  }

  /**
   * Lets the name of a key lead to a path.
   *
   * @returns what became of the record at each place in the network; that one is not reached is no error, as in Kubo
   * @throws InvalidSequenceError, or an Error where the record could not be kept; NotPublishedError where it was to
   *   go to publishers over HTTP and none took it: it is kept here then, and brought there again when names are renewed
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

    // a name that leads to itself leads nowhere: as in Kubo what is known of it counts until its time is over
    if (!leadsTo(path, key)) {
      this.#cache.delete(name)
    }

    return options.delegated === true ? taken(outcomes) : outcomes
  }

  /** How often records are to be renewed (`Ipns.RepublishPeriod`). */
  get renewEveryMs (): number {
    return this.#settings().republishPeriodMs
  }

  /**
   * Gives the records of keys a longer life where it is time to (`Ipns.RecordLifetime`, `Ipns.RepublishPeriod`), and
   * brings them to where they were published; those that are not due come to where they were lost, and where they never
   * came.
   *
   * @returns how many were, and of how many nobody in the network took the record: those are tried again the next time
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
   * Somebody has forgotten what was published under the names of these keys: the next renewal brings it out again, in a
   * later life of the node too.
   */
  async lost (keys: readonly PrivateKey[]): Promise<void> {
    for (const key of keys) {
      await this.#records.noteLost(key.publicKey.toMultihash())
    }
  }

  /**
   * Follows a path under a name until it is immutable. Any other path is its own answer.
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

  /** Follows the first name of a path alone. */
  async resolveOnce (path: ContentPath, options: NameOptions): Promise<CachedName> {
    return await this.#resolver.resolveOnce(path, this.#resolveOptions(options))
  }

  /**
   * The best record of a name that somebody has now: followers of it who may bring one later are not waited for, as by
   * `GetValue` of Kubo. @throws RoutingNotFoundError
   */
  async record (
    name: MultihashDigest,
    { offline, signal }: { offline: boolean; signal: AbortSignal }
  ): Promise<Uint8Array> {
    return await this.#reviving(this.#routing(offline)).find(name, { signal, atOnce: true })
  }

  /** The public key of a name that does not hold it, where a record was published here; undefined where none was. */
  async publicKey (name: MultihashDigest): Promise<Uint8Array | undefined> {
    return await this.#records.publicKey(name)
  }

  /**
   * Brings a record that was signed elsewhere to where it is found. What is wrong with it is an error offline alone, as
   * in Kubo.
   *
   * @param options.delegated - to publishers over HTTP alone
   * @returns what became of it at each place in the network
   * @throws NotPublishedError where it was to go to publishers and none took it
   */
  async put (
    name: MultihashDigest,
    record: Uint8Array,
    { offline, delegated, ...options }: PutRecordOptions & { offline: boolean; delegated?: boolean }
  ): Promise<RecordOutcome[]> {
    const outcomes = await (delegated === true ? this.#delegated() : this.#routing(offline)).put(name, record, options)
    this.#cache.delete(ipnsNameText(name))
    this.#report(ipnsNameText(name), outcomes)
    return delegated === true ? taken(outcomes) : outcomes
  }

  #routingWithoutPlaces (): RecordRouting {
    return this.#settings().routing ? offlineRouting(this.#records) : noRouting
  }

  #routing (offline: boolean): RecordRouting {
    const places = offline ? [] : this.#places()
    const local = offline || !this.#online() ? localRouting(this.#records) : this.#routingWithoutPlaces()

    // An offline node looks records up, but publishes none.
    return places.length === 0
      ? local
      : networkRouting({
        records: this.#records,
        local,
        places: this.#online() ? places : places.map(({ put: _, ...place }) => place)
      })
  }

  /**
   * Looks for records as a routing does, after a name of this node that ended while the node did not run was renewed.
   */
  #reviving (routing: RecordRouting): RecordRouting {
    return {
      ...routing,

      find: async (name, options) => {
        if (routing.keeps) {
          // without it the name leads nowhere, as before: a full disk, say
          await this.#revive(name, options.signal).catch(() => {
            options.signal.throwIfAborted()
          })
        }

        return await routing.find(name, options)
      }
    }
  }

  /**
   * Renews the record of a name that this node published, if its time ended before this start of the node: a node that
   * had run on would have renewed it. The record has the same value and number, so a newer one from the network still
   * counts. It is brought to the network with the next renewal of names.
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

  /** Publishers over HTTP, and this machine. */
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
    // what a request sees that looks at less than others is not for them
    const apart = offline && this.asksNetwork
    return {
      routing: this.#reviving(this.#routing(offline)),
      cache: apart || nocache === true ? undefined : this.#cache,
      signal,
      count,
      timeoutMs
    }
  }
}

/** @throws NotPublishedError where nobody took it */
function taken (outcomes: RecordOutcome[]): RecordOutcome[] {
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
