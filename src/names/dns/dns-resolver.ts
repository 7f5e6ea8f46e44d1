import { RecentMap } from '../../bytes/recent-map.ts'
import type { ConfigStore } from '../../config/config-store.ts'
import { expandValue } from '../../config/values/auto-values.ts'
import type { Config } from '../../config/values/config.ts'
import { parseGoDurationMs } from '../../go/time/parse-duration.ts'
import { remainingTtlMs } from '../cache/name-cache.ts'
import type { RecordType } from './dns-answer.ts'
import { DnsError } from './dns-errors.ts'
import { dohLookup } from './doh-lookup.ts'
import type { DohForm } from './doh-lookup.ts'

const RESOLVERS = 'DNS.Resolvers'

/** Limits the number of cached answers. */
const MAX_CACHED = 1000

/** The records of a domain name. */
export interface DnsRecords {
  texts: string[]
  /** how long the records may still be cached, in milliseconds */
  ttlMs: number
}

/**
 * Looks up DNS records with the servers of `DNS.Resolvers`. Answers are cached for their TTL, at most for
 * `DNS.MaxCacheTTL` (boxo `gateway/dns.go`, go-doh-resolver). Browsers offer no DNS API: if no server is set for a
 * name, the lookup is skipped.
 */
export class DnsResolver {
  readonly #config: ConfigStore
  readonly #cache = new RecentMap<string, { texts: string[]; ttlMs: number; untilMs: number }>({ max: MAX_CACHED })
  /** the form that each server supports, by URL, so that the other one is not tried again */
  readonly #forms = new Map<string, DohForm>()

  constructor (config: ConfigStore) {
    this.#config = config
  }

  /** Returns whether a server is set for a name. If not, callers use the DNS of the system, if there is one. */
  hasServer (domain: string): boolean {
    return this.#urlFor(domain) !== ''
  }

  /**
   * Looks up the records of a name: the text of TXT records, the IP addresses of A and AAAA records.
   *
   * @returns the records, and the rest of their TTL in milliseconds, at most `DNS.MaxCacheTTL`
   * @throws NoDnsRecordError, DnsError
   */
  async lookup (
    domain: string,
    { type = 'TXT', signal }: { type?: RecordType; signal: AbortSignal }
  ): Promise<DnsRecords> {
    const url = this.#urlFor(domain)

    if (url === '') {
      throw new DnsError(`no server to ask is set in ${RESOLVERS}`)
    }

    const key = `${url} ${type} ${domain.toLowerCase()}`
    const cached = this.#cache.peek(key)

    if (cached != null && cached.untilMs > Date.now()) {
      return { texts: cached.texts, ttlMs: remainingTtlMs(cached.ttlMs, cached.untilMs) }
    }

    const { answer: { texts, ttlSecs }, form } = await dohLookup(url, domain, {
      signal,
      type,
      form: this.#forms.get(url)
    })
    this.#forms.set(url, form)
    const ttlMs = Math.min(ttlSecs * 1000, this.#maxTtlMs())
    this.#cache.set(key, { texts, ttlMs, untilMs: Date.now() + ttlMs })
    return { texts, ttlMs }
  }

  /**
   * Returns the URL of the most specific server for a name: for a.b.c. that of a.b.c., b.c., c. or the default. Empty
   * if no server is set.
   */
  #urlFor (domain: string): string {
    const labels = domain.toLowerCase().replace(/\.$/, '').split('.')
    const resolvers = this.#resolvers()
    const suffix =
      labels.map((_, i) => `${labels.slice(i).join('.')}.`).find((suffix) => Object.hasOwn(resolvers, suffix)) ?? '.'
    return Object.hasOwn(resolvers, suffix) ? resolvers[suffix] : ''
  }

  #resolvers (): Record<string, string> {
    const resolvers = this.#config.get<Config>(RESOLVERS) ?? {}
    return expandValue(
      { AutoConf: this.#config.get<Config>('AutoConf') ?? {}, DNS: { Resolvers: resolvers } },
      RESOLVERS,
      resolvers,
      this.#config.autoConf
    ) as Record<string, string>
  }

  #maxTtlMs (): number {
    const text = this.#config.get<string | null>('DNS.MaxCacheTTL')
    return text == null || text === '' || text === 'default' ? Infinity : parseGoDurationMs(text) ?? Infinity
  }
}
