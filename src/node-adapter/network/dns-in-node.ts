import { lookup as systemLookup } from 'node:dns'
import type { LookupAddress, LookupOptions } from 'node:dns'
import { resolveTxt } from 'node:dns/promises'
import { isIPv6 } from 'node:net'
import type { LookupFunction } from 'node:net'
import { timeLimit } from '../../async/signals/time-limit.ts'
import { unlessAborted } from '../../async/signals/unless-aborted.ts'
import type { ConfigStore } from '../../config/config-store.ts'
import type { LookupTxt } from '../../libp2p/addresses/txt-dns.ts'
import { DnsResolver } from '../../names/dns/dns-resolver.ts'
import { forgeAddress } from './forge-address.ts'

/** Timeout of one lookup. */
const LOOKUP_MS = 5000

/**
 * The DNS of a node in Node, for addresses of peers (Kubo `core/node/dns.go`). AutoTLS names contain their IP address.
 * Other names are resolved by the servers of `DNS.Resolvers` that are set for their domain, or else by the system.
 */
export class DnsInNode {
  readonly #config: ConfigStore
  readonly #resolver: DnsResolver

  constructor (config: ConfigStore) {
    this.#config = config
    this.#resolver = new DnsResolver(config)
  }

  /** Returns whether the answer for a name differs from that of the system. */
  isOwn (hostname: string): boolean {
    return forgeAddress(this.#config, hostname) != null || this.#resolver.hasServer(hostname)
  }

  /** Resolves TXT records, for /dnsaddr addresses. */
  readonly lookupTxt: LookupTxt = async (name, { signal }) => {
    return this.#resolver.hasServer(name)
      ? (await this.#resolver.lookup(name, { signal })).texts
      : (await unlessAborted(resolveTxt(name), signal)).map((parts) => parts.join(''))
  }

  /** Resolves IP addresses, for /dns, /dns4 and /dns6 addresses: usable as the `lookup` of a socket. */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    if (!this.isOwn(hostname)) {
      systemLookup(hostname, options, callback as never)
      return
    }

    this.#addresses(hostname, options).then((found) => {
      if (options.all === true) {
        callback(null, found)
      } else {
        callback(null, found[0].address, found[0].family)
      }
    }, (err: Error) => {
      callback(Object.assign(err, { code: 'ENOTFOUND', hostname }), '')
    })
  }

  /**
   * Resolves the addresses of a name.
   *
   * @returns at least one
   * @throws an Error if there is none
   */
  async #addresses (hostname: string, { family = 0 }: LookupOptions): Promise<LookupAddress[]> {
    const known = forgeAddress(this.#config, hostname)
    const wanted = [4, 6].filter((one) => family === 0 || String(family).endsWith(String(one)))
    const signal = timeLimit(LOOKUP_MS)
    const lookupFamily = async (one: number): Promise<string[]> =>
      (await this.#resolver.lookup(hostname, { type: one === 4 ? 'A' : 'AAAA', signal })).texts
    const looked = known != null ? [known] : await anyOf(wanted.map(lookupFamily))
    const found = looked.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })).filter(({ family }) =>
      wanted.includes(family)
    )

    if (found.length === 0) {
      throw new Error(`${hostname} has no address of this type`)
    }

    return found
  }
}

/**
 * Returns the combined results of the lookups that succeeded.
 *
 * @throws the first error if all failed
 */
async function anyOf (lookups: Array<Promise<string[]>>): Promise<string[]> {
  const settled = await Promise.allSettled(lookups)
  const [failed] = settled.filter((result) => result.status === 'rejected')

  if (failed != null && settled.every(({ status }) => status === 'rejected')) {
    throw failed.reason
  }

  return settled.flatMap((result) => result.status === 'fulfilled' ? result.value : [])
}
