import { base36 } from 'multiformats/bases/base36'
import { CID } from 'multiformats/cid'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { RecentMap } from '../../src/bytes/recent-map.ts'
import { CODEC } from '../../src/cid/codes/multiformat-codes.ts'
import type { ConfigStore } from '../../src/config/config-store.ts'
import type { ContentPolicy } from '../../src/denylist/content-policy.ts'
import { isError } from '../../src/errors/define-error.ts'
import type { GatewayNames } from '../../src/gateway/backends/gateway-names.ts'
import type { CachedName } from '../../src/names/cache/name-cache.ts'
import { NoDnsRecordError } from '../../src/names/dns/dns-errors.ts'
import { DnsResolver } from '../../src/names/dns/dns-resolver.ts'
import { dnslink } from '../../src/names/dns/dnslink.ts'
import { nameSettings } from '../../src/names/name-settings.ts'
import { checkRecord } from '../../src/names/record/check-record.ts'
import { readRecord } from '../../src/names/record/read-record.ts'
import { NameResolver } from '../../src/names/resolve/name-resolver.ts'
import type { LookupDnslink, ResolveNameOptions } from '../../src/names/resolve/name-resolver.ts'
import { RoutingNotFoundError } from '../../src/names/routing/record-outcome.ts'
import { parsePath } from '../../src/path/content-path.ts'
import type { ContentPath } from '../../src/path/content-path.ts'
import { NameNotResolvedError } from '../../src/path/name-not-resolved-error.ts'
import type { AnswerCache } from '../cache/immutable-cache.ts'

/** The TTL of a record that has none (boxo `DefaultResolverCacheTTL`). */
const DEFAULT_TTL_MS = 60_000

/** Time for which a name counts as having no record or link, and a failed lookup as failed. */
const NOTHING_MS = 60_000
const FAILED_MS = 10_000

const MAX_FACTS = 1000

/** A record of a key, or the DNSLink of a domain, for its TTL. */
interface NameFact {
  /** the record in base64, or the path of the link; undefined if there is none */
  value?: string
  /** why there is none */
  reason?: string
  untilMs: number
  /** since when the name has this value */
  sinceMs: number
}

/** Facts about names in the memory of a worker. */
export type NameMemory = RecentMap<string, NameFact>

export function newNameMemory (): NameMemory {
  return new RecentMap<string, NameFact>({ max: MAX_FACTS })
}

export interface FrontNamesInit {
  config: ConfigStore
  memory: NameMemory
  cache: AnswerCache
  /** paths that must not be resolved; none by default */
  policy?: ContentPolicy | undefined
  /** changes when the node publishes a name: facts of before count no more */
  version: string
  /** asks the node */
  askNode: (request: Request) => Promise<Response>
  /** called if the node must answer the request */
  detour: () => void
  now?: () => number
}

/**
 * Resolves names in front of the node: DNSLinks by DNS, and keys by records that the node finds. Asks the node once per
 * key and TTL in a data center. Every record is verified.
 */
export class FrontNames implements GatewayNames {
  readonly #init: FrontNamesInit
  readonly #now: () => number

  constructor (init: FrontNamesInit) {
    this.#init = init
    this.#now = init.now ?? Date.now
  }

  readonly resolve: GatewayNames['resolve'] = async (path, options) =>
    await this.#resolve(options, async (resolver, asked) => await resolver.resolve(path, asked))

  readonly resolveOnce: GatewayNames['resolveOnce'] = async (path, options) =>
    await this.#resolve(options, async (resolver, asked) => await resolver.resolveOnce(path, asked))

  readonly record: GatewayNames['record'] = async (name, { signal, offline }) =>
    (await this.#record(name, { signal, offline })).record

  async #resolve (
    { signal, offline }: { signal: AbortSignal; offline: boolean },
    resolve: (resolver: NameResolver, options: ResolveNameOptions) => Promise<CachedName>
  ): Promise<CachedName> {
    const facts: NameFact[] = []

    const resolver = new NameResolver(async (domain, { signal }) => {
      const { path, fact } = await this.#link(domain, { signal, offline })
      facts.push(fact)
      return { path, ttlMs: fact.untilMs - this.#now() }
    })

    const found = await resolve(resolver, {
      signal,
      cache: undefined,
      policy: this.#init.policy,
      routing: {
        find: async (name, { signal }) => {
          const { record, fact } = await this.#record(name, { signal, offline })
          facts.push(fact)
          return record
        }
      }
    })
    const leftMs = Math.min(...facts.map(({ untilMs }) => untilMs - this.#now()))

    return {
      ...found,
      // Whole seconds, as of the header that this becomes.
      ttlMs: Math.max(0, Math.ceil(Math.min(found.ttlMs, leftMs) / 1000) * 1000),
      modifiedMs: facts.reduce((latest, { sinceMs }) => Math.max(latest, sinceMs), 0) || found.modifiedMs
    }
  }

  async #link (
    domain: string,
    options: { signal: AbortSignal; offline: boolean }
  ): Promise<{ path: ContentPath; fact: NameFact }> {
    const fact = await this.#fact(`dns/${domain.toLowerCase()}`, options, async () => {
      try {
        const { path, ttlMs } = await linkLookup(this.#init.config)(domain, options)
        return { value: path.text, ttlMs }
      } catch (err) {
        options.signal.throwIfAborted()
        const { message, cause } = err as Error
        return { reason: message, ttlMs: cause != null && isError(cause, NoDnsRecordError) ? NOTHING_MS : FAILED_MS }
      }
    })

    if (fact.value == null) {
      throw new NameNotResolvedError(fact.reason)
    }

    return { path: parsePath(fact.value), fact }
  }

  async #record (
    name: MultihashDigest,
    options: { signal: AbortSignal; offline: boolean }
  ): Promise<{ record: Uint8Array; fact: NameFact }> {
    const text = CID.createV1(CODEC.libp2pKey, name).toString(base36)

    const fact = await this.#fact(`record/${text}`, options, async () => {
      const response = await this.#init.askNode(
        new Request(`http://127.0.0.1/ipns/${text}?format=ipns-record`, { signal: options.signal })
      )

      if (!response.ok) {
        await response.body?.cancel()
        return { reason: 'not found', ttlMs: FAILED_MS }
      }

      const record = new Uint8Array(await response.arrayBuffer())
      await checkRecord(name, record)
      return { value: btoa(String.fromCharCode(...record)), ttlMs: ttlMsOf(record, this.#now()) }
    })

    if (fact.value == null) {
      throw new RoutingNotFoundError()
    }

    return { record: Uint8Array.from(atob(fact.value), (char) => char.charCodeAt(0)), fact }
  }

  /** Returns a fact from memory, from the cache of the data center, or from its source. */
  async #fact (
    name: string,
    { offline }: { offline: boolean },
    load: () => Promise<{ value?: string; reason?: string; ttlMs: number }>
  ): Promise<NameFact> {
    const { memory, cache, version, detour } = this.#init
    const key = `${version}/${name}`
    const held = memory.get(key) ?? await this.#cached(key)

    if (held != null && held.untilMs > this.#now()) {
      memory.set(key, held)
      return held
    }

    if (offline) {
      detour()
      throw new RoutingNotFoundError()
    }

    const { ttlMs: ownTtlMs, ...loaded } = await load()
    const ttlMs = Math.min(ownTtlMs, nameSettings(this.#init.config).maxCacheTtlMs)
    const fact: NameFact = {
      ...loaded,
      untilMs: this.#now() + ttlMs,
      sinceMs: held != null && held.value === loaded.value ? held.sinceMs : this.#now()
    }
    memory.set(key, fact)

    if (ttlMs >= 1000) {
      await cache.put(
        keyRequest(key),
        Response.json(fact, { headers: { 'Cache-Control': `public, max-age=${Math.floor(ttlMs / 1000)}` } })
      ).catch(() => {})
    }

    return fact
  }

  async #cached (key: string): Promise<NameFact | undefined> {
    return await (await this.#init.cache.match(keyRequest(key)))?.json() as NameFact | undefined
  }
}

function keyRequest (key: string): Request {
  return new Request(`https://names.invalid/${key.split('/').map(encodeURIComponent).join('/')}`)
}

const lookups = new WeakMap<ConfigStore, LookupDnslink>()

function linkLookup (config: ConfigStore): LookupDnslink {
  const lookup = lookups.get(config) ?? dnslink(new DnsResolver(config))
  lookups.set(config, lookup)
  return lookup
}

/** Returns how long a record may be kept: its TTL, at most until its signature expires. */
function ttlMsOf (record: Uint8Array, nowMs: number): number {
  const { ttlNs, validity } = readRecord(record)
  const validMs = validity == null ? Infinity : Number(validity.secs) * 1000 - nowMs
  return Math.max(0, Math.min(ttlNs == null ? DEFAULT_TTL_MS : Number(ttlNs) / 1e6, validMs))
}
