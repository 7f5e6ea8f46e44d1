import { RecentMap } from '../../bytes/recent-map.ts'
import { expandValue } from '../../config/auto-values.ts'
import type { Config } from '../../config/config.ts'
import type { ConfigStore } from '../../config/config-store.ts'
import { parseGoDurationMs } from '../../go/duration.ts'
import { remainingTtlMs } from '../remaining-ttl.ts'
import { DnsError } from './dns-errors.ts'
import { dohLookup } from './doh-lookup.ts'
import type { DohForm } from './doh-lookup.ts'

const RESOLVERS = 'DNS.Resolvers'

/** Answers that are kept at most: names may be many. */
const MAX_CACHED = 1000

/** The TXT records of a domain name. */
export interface TxtAnswer {
  texts: string[]
  /** how long they may still be kept, in milliseconds */
  ttlMs: number
}

/**
 * TXT records of names, asked of the servers that `DNS.Resolvers` names, and kept for as long as they say and `DNS.MaxCacheTTL`
 * allows (boxo `gateway/dns.go`, go-doh-resolver). A browser has no DNS of its own: for a name that no server is set for there
 * is nobody to ask, and none is asked unasked.
 */
export class TxtResolver {
  readonly #config: ConfigStore
  readonly #cache = new RecentMap<string, { texts: string[], ttlMs: number, untilMs: number }>({ max: MAX_CACHED })
  /** by URL, so that a form that a server does not know is not tried twice */
  readonly #forms = new Map<string, DohForm>()

  constructor (config: ConfigStore) {
    this.#config = config
  }

  /**
   * Looks up the TXT records of a domain name.
   *
   * @returns the texts, and the rest of their TTL in milliseconds, at most `DNS.MaxCacheTTL`
   * @throws NoDnsRecordError, DnsError
   */
  async lookup (domain: string, { signal }: { signal: AbortSignal }): Promise<TxtAnswer> {
    const url = this.#urlFor(domain)
    const key = `${url} ${domain.toLowerCase()}`
    const cached = this.#cache.peek(key)

    if (cached != null && cached.untilMs > Date.now()) {
      return { texts: cached.texts, ttlMs: remainingTtlMs(cached.ttlMs, cached.untilMs) }
    }

    const { answer: { texts, ttlSecs }, form } = await dohLookup(url, domain, { signal, form: this.#forms.get(url) })
    this.#forms.set(url, form)
    const ttlMs = Math.min(ttlSecs * 1000, this.#maxTtlMs())
    this.#cache.set(key, { texts, ttlMs, untilMs: Date.now() + ttlMs })
    return { texts, ttlMs }
  }

  /** The most specific one: for a.b.c. it looks for a.b.c., b.c., c. and then the one for everything. */
  #urlFor (domain: string): string {
    const labels = domain.toLowerCase().replace(/\.$/, '').split('.')
    const resolvers = this.#resolvers()
    const suffix = labels.map((_, i) => `${labels.slice(i).join('.')}.`).find((suffix) => Object.hasOwn(resolvers, suffix)) ?? '.'
    const url = Object.hasOwn(resolvers, suffix) ? resolvers[suffix] : ''

    if (url === '') {
      throw new DnsError(`no server to ask is set in ${RESOLVERS}`)
    }

    return url
  }

  #resolvers (): Record<string, string> {
    const resolvers = this.#config.get<Config>(RESOLVERS) ?? {}
    return expandValue({ AutoConf: this.#config.get<Config>('AutoConf') ?? {}, DNS: { Resolvers: resolvers } }, RESOLVERS, resolvers) as Record<string, string>
  }

  #maxTtlMs (): number {
    const text = this.#config.get<string | null>('DNS.MaxCacheTTL')
    return text == null || text === '' || text === 'default' ? Infinity : parseGoDurationMs(text) ?? Infinity
  }
}
