import { base32 } from 'multiformats/bases/base32'
import { CID } from 'multiformats/cid'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { timeLimit } from '../../async/signals/time-limit.ts'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { parseCid } from '../../cid/text/parse-cid.ts'
import type { ContentPolicy } from '../../denylist/content-policy.ts'
import { isError, TIMEOUT } from '../../errors/define-error.ts'
import { goQuote } from '../../go/text/quote.ts'
import { parsePath } from '../../path/content-path.ts'
import type { ContentPath } from '../../path/content-path.ts'
import { NameNotResolvedError } from '../../path/name-not-resolved-error.ts'
import { NameRecursionError } from '../../path/name-recursion-error.ts'
import type { CachedName, NameCache } from '../cache/name-cache.ts'
import { ipnsNameText, isDomainName, parseIpnsName } from '../record/ipns-name.ts'
import { readRecord } from '../record/read-record.ts'
import { RoutingNotFoundError } from '../routing/record-outcome.ts'
import type { RecordRouting } from '../routing/record-routing.ts'

/** Limits the number of names in a chain, as boxo (`namesys.DefaultDepthLimit`). */
const MAX_DEPTH = 32

/** The TTL of a record that has none (boxo `DefaultResolverCacheTTL`). */
const DEFAULT_TTL_MS = 60_000

export interface ResolveNameOptions {
  signal: AbortSignal
  routing: Pick<RecordRouting, 'find'>
  /** undefined to bypass the cache */
  cache: NameCache | undefined
  /** how many records are enough, if several peers are queried */
  count?: number
  /** time limit of the search for records; 0 for none */
  timeoutMs?: number
  /** checks each path of a chain before it is resolved; default: none is checked */
  policy?: Pick<ContentPolicy, 'checkPath'> | undefined
}

/**
 * Looks up the DNSLink of a domain name, and the rest of the TTL of its TXT record.
 *
 * @throws NameNotResolvedError with the message of boxo
 */
export type LookupDnslink = (
  domain: string,
  options: { signal: AbortSignal }
) => Promise<Pick<CachedName, 'path' | 'ttlMs'>>

/** Resolves names: IPNS records of keys and DNSLinks of domain names (boxo `namesys/namesys.go`). */
export class NameResolver {
  readonly #dnslink: LookupDnslink

  constructor (dnslink: LookupDnslink) {
    this.#dnslink = dnslink
  }

  /**
   * Resolves a path until it is immutable. The TTL is the shortest of all names in the chain.
   *
   * @throws NameNotResolvedError if a name cannot be resolved; NameRecursionError if the chain has more than 32 names
   */
  async resolve (path: ContentPath, options: ResolveNameOptions): Promise<CachedName> {
    let found: CachedName = { path, ttlMs: 0, modifiedMs: Date.now() }

    for (let depth = 0; found.path.namespace === 'ipns'; depth++) {
      if (depth === MAX_DEPTH) {
        throw new NameRecursionError()
      }

      const next = await this.resolveOnce(found.path, options)
      found = { ...next, ttlMs: shorterTtlMs(found.ttlMs, next.ttlMs) }
    }

    return found
  }

  /** Resolves the first name of a path: to an immutable path, or to another name. */
  async resolveOnce (path: ContentPath, options: ResolveNameOptions): Promise<CachedName> {
    options.policy?.checkPath(path)
    const key = nameMultihash(path.root)
    const found = key != null ? await this.#ofKey(key, options) : await this.#ofDomain(path.root, options)
    return { ...found, path: joinPaths(found.path, path) }
  }

  async #ofKey (
    key: MultihashDigest,
    { cache, routing, signal, count, timeoutMs = 0 }: ResolveNameOptions
  ): Promise<CachedName> {
    const name = ipnsNameText(key)
    const cached = cache?.get(name)

    if (cached != null) {
      return cached
    }

    const record = await findRecord(routing, key, {
      signal: timeoutMs > 0 ? timeLimit(timeoutMs, signal) : signal,
      count
    })
    const { value, ttlNs, validity } = readRecord(record)

    if (value == null) {
      throw new Error('value is not a valid content path')
    }

    const validMs = validity == null ? Infinity : Number(validity.secs) * 1000 - Date.now()
    const fresh = {
      path: parsePath(value),
      ttlMs: Math.max(0, Math.min(ttlNs == null ? DEFAULT_TTL_MS : Number(ttlNs) / 1e6, validMs)),
      modifiedMs: Date.now()
    }
    return cache?.set(name, fresh) ?? fresh
  }

  async #ofDomain (domain: string, { signal }: ResolveNameOptions): Promise<CachedName> {
    if (!isDomainName(domain)) {
      throw new Error(peerIdHint(domain))
    }

    // the DNS resolver caches the TXT records
    return { ...await this.#dnslink(domain, { signal }), modifiedMs: Date.now() }
  }
}

/** Returns the shorter of two TTLs. An unknown TTL (0) does not count (boxo `minNonZeroTTL`). */
function shorterTtlMs (a: number, b: number): number {
  return a > 0 && b > 0 ? Math.min(a, b) : Math.max(a, b)
}

/**
 * Finds the record of a name. If the routing finds none, the name cannot be resolved; all other errors are rethrown.
 */
async function findRecord (
  routing: Pick<RecordRouting, 'find'>,
  key: MultihashDigest,
  options: { signal: AbortSignal; count?: number }
): Promise<Uint8Array> {
  try {
    return await routing.find(key, options)
  } catch (err) {
    const { reasons = '' } = err as Error & { reasons?: string }
    throw isError(err, RoutingNotFoundError) || isError(err, TIMEOUT)
      ? new NameNotResolvedError(reasons === '' ? undefined : `could not resolve name (${reasons})`)
      : err
  }
}

function nameMultihash (root: string): MultihashDigest | undefined {
  try {
    return parseIpnsName(root)
  } catch {
    return undefined
  }
}

/** Returns a hint for an invalid name: a CID with another codec may have been meant as a key. */
function peerIdHint (root: string): string {
  try {
    const cid = parseCid(root)

    if (cid.version === 1 && cid.code !== CODEC.libp2pKey) {
      return `peer ID represented as CIDv1 require libp2p-key multicodec: retry with /ipns/${
        CID.createV1(CODEC.libp2pKey, cid.multihash).toString(base32)
      }`
    }
  } catch {}

  return `cannot resolve: ${goQuote(`/ipns/${root}`)}`
}

/**
 * Appends the requested segments below a name to its target: `/ipfs/CID/a` and `/ipns/NAME/b/` give `/ipfs/CID/a/b/`
 * (boxo `namesys.joinPaths`).
 */
export function joinPaths (target: ContentPath, asked: ContentPath): ContentPath {
  const below = `${asked.segments.join('/')}${asked.segments.length > 0 && asked.text.endsWith('/') ? '/' : ''}`
  return below === '' ? target : parsePath(`${target.text}${target.text.endsWith('/') ? '' : '/'}${below}`)
}
