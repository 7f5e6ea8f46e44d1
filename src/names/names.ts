import type { PrivateKey } from '@libp2p/interface'
import type { Datastore } from 'interface-datastore'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import type { ConfigStore } from '../config/config-store.ts'
import type { ContentPath } from '../path/content-path.ts'
import { ipnsNameText } from './ipns-name.ts'
import { NameCache } from './name-cache.ts'
import type { CachedName } from './name-cache.ts'
import { NameResolver } from './name-resolver.ts'
import type { LookupDnslink } from './name-resolver.ts'
import { nameSettings } from './name-settings.ts'
import type { NameSettings } from './name-settings.ts'
import type { PublishOptions } from './publish-options.ts'
import { Publisher } from './publisher.ts'
import { localRouting, lonelyRouting, noRouting } from './record-routing.ts'
import type { RecordRouting } from './record-routing.ts'
import { RecordStore } from './record-store.ts'

export interface NamesInit {
  datastore: Datastore
  config: ConfigStore
  /** undefined on a node that was started offline */
  online: boolean
  dnslink: LookupDnslink
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
 * Offline its own datastore is the network; online the routing that `Routing.Type` names.
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
  readonly #online: boolean

  constructor ({ datastore, config, online, dnslink }: NamesInit) {
    this.#records = new RecordStore(datastore)
    this.#publisher = new Publisher(this.#records)
    this.#resolver = new NameResolver(dnslink)
    this.#settings = () => nameSettings(config)
    this.#cache = new NameCache({ size: () => this.#settings().cacheSize, maxTtlMs: () => this.#settings().maxCacheTtlMs })
    this.#online = online
  }

  /**
   * Lets the name of a key lead to a path.
   *
   * @throws InvalidSequenceError, or an Error where the record could not be kept
   */
  async publish (key: PrivateKey, path: ContentPath, options: PublishOptions & { offline: boolean }): Promise<void> {
    const name = ipnsNameText(key.publicKey.toMultihash())
    await this.#publisher.publish(key, path.text, this.#routing(options.offline), options)

    // a name that leads to itself leads nowhere: as in Kubo what is known of it counts until its time is over
    if (!leadsTo(path, key)) {
      this.#cache.delete(name)
    }
  }

  /** How often records are to be renewed (`Ipns.RepublishPeriod`). */
  get renewEveryMs (): number {
    return this.#settings().republishPeriodMs
  }

  /** Gives the records of keys a longer life where it is time to (`Ipns.RecordLifetime`, `Ipns.RepublishPeriod`). */
  async renew (keys: readonly PrivateKey[], { signal }: { signal: AbortSignal }): Promise<void> {
    const { recordLifetimeMs: lifetimeMs, republishPeriodMs } = this.#settings()

    for (const key of keys) {
      signal.throwIfAborted()
      await this.#publisher.renew(key, this.#routing(false), { lifetimeMs, dueMs: lifetimeMs - republishPeriodMs, signal })
    }
  }

  /**
   * Follows a path under a name until it is immutable. Any other path is its own answer.
   *
   * @throws NameNotResolvedError
   */
  async resolve (path: ContentPath, options: NameOptions): Promise<CachedName> {
    return await this.#resolver.resolve(path, this.#resolveOptions(options))
  }

  /** Follows the first name of a path alone. */
  async resolveOnce (path: ContentPath, options: NameOptions): Promise<CachedName> {
    return await this.#resolver.resolveOnce(path, this.#resolveOptions(options))
  }

  /** The best record of a name. @throws RoutingNotFoundError */
  async record (name: MultihashDigest, { offline, signal }: { offline: boolean, signal: AbortSignal }): Promise<Uint8Array> {
    return await this.#routing(offline).find(name, { signal })
  }

  /** The public key of a name that does not hold it, where a record was published here; undefined where none was. */
  async publicKey (name: MultihashDigest): Promise<Uint8Array | undefined> {
    return await this.#records.publicKey(name)
  }

  /** Brings a record that was signed elsewhere to where it is found. What is wrong with it is an error offline alone, as in Kubo. */
  async put (name: MultihashDigest, record: Uint8Array, { offline, signal }: { offline: boolean, signal: AbortSignal }): Promise<void> {
    await this.#routing(offline).put(name, record, { signal })
    this.#cache.delete(ipnsNameText(name))
  }

  #routing (offline: boolean): RecordRouting {
    return offline || !this.#online ? localRouting(this.#records) : this.#settings().routing ? lonelyRouting(this.#records) : noRouting
  }

  #resolveOptions ({ offline, nocache, signal, count, timeoutMs }: NameOptions): Parameters<NameResolver['resolve']>[1] {
    // what a request sees that looks at less than others is not for them
    const apart = offline && this.#online
    return { routing: this.#routing(offline), cache: apart || nocache === true ? undefined : this.#cache, signal, count, timeoutMs }
  }
}

function leadsTo ({ namespace, root }: ContentPath, key: PrivateKey): boolean {
  return namespace === 'ipns' && [key.publicKey.toString(), key.publicKey.toCID().toString(), ipnsNameText(key.publicKey.toMultihash())].includes(root)
}
