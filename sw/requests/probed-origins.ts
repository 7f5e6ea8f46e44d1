import { settledWithin } from '../../src/async/promises/settled-within.ts'
import type { OwnOrigins } from '../../src/gateway/own-origin/own-origin-address.ts'
import { isIpAddress } from '../../src/http/headers/host-text.ts'
import { stripPort } from '../../src/http/headers/host-text.ts'
import { basePath } from '../scope/base-path.ts'
import type { VisitedSites } from '../storage/visited-sites.ts'

/** Label of the empty content. Any label would do; this one belongs to no site. */
const PROBE_LABEL = 'bafkqaaa'
/** File of the build, readable by any origin. */
const PROBE_FILE = '/own-origins.json'
const PROBE_MS = 3000
/** Lifetimes of a positive and a negative result. */
const YES_MS = 5 * 60_000
const NO_MS = 20_000

export interface OwnOriginsInit {
  /** location of the node */
  location: Pick<URL, 'protocol' | 'host'>
  /** user agent of the browser */
  userAgent?: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Sites that answer on their own origins without the host; none if left out. */
  visited?: Pick<VisitedSites, 'has'>
  now?: () => number
}

/** Result of a probe. */
interface Found {
  /** reason why the host has no origins for sites; undefined if it has */
  lacking?: string
  /** whether the host gave no answer, so that nothing is known of its origins */
  unreachable?: boolean
}

interface Known {
  found: Promise<Found>
  askedAt: number
  until: number
}

/**
 * Detects whether the host of a node has an origin per site, `LABEL.ipfs.HOST`, on which the same build answers: it
 * requests a file from one of them. If browsers treat these origins as other sites, as below plain `localhost`, their
 * pages cannot reach the node.
 *
 * While the host cannot be reached, visited sites still have their own origins: a worker answers there.
 */
export class ProbedOrigins implements OwnOrigins {
  readonly #init: OwnOriginsInit
  readonly #now: () => number
  #known: Known | undefined

  constructor (init: OwnOriginsInit) {
    this.#init = init
    this.#now = init.now ?? Date.now
  }

  /** The host that `npm start` prints, with the port, if the node is at a local name without origins for sites. */
  get otherHost (): string | undefined {
    const [, port = ''] = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(:\d+)?$/.exec(this.#init.location.host) ?? []
    return port === '' || isWebKit(this.#init.userAgent) ? undefined : `node.localhost${port}`
  }

  /** Returns the reason why the origin of a site cannot be opened; undefined if it can. */
  async lacking (site: string): Promise<string | undefined> {
    const { lacking, unreachable = false } = await this.#ask(Infinity)
    return unreachable && await this.#isVisited(site) ? undefined : lacking
  }

  /** Returns whether the origin of a site answers although the host cannot be reached now. */
  async answersOffline (site: string): Promise<boolean> {
    // The browser may have gone offline since the last probe.
    return await this.#isVisited(site) && (await this.#ask(NO_MS)).unreachable === true
  }

  async #isVisited (site: string): Promise<boolean> {
    return await this.#init.visited?.has(site) ?? false
  }

  /**
   * Returns the result of the last probe.
   *
   * @param maxAgeMs - probes again if the result is older
   */
  async #ask (maxAgeMs: number): Promise<Found> {
    const now = this.#now()

    if (this.#known == null || now >= this.#known.until || now - this.#known.askedAt > maxAgeMs) {
      const known: Known = this.#known = { found: this.#find(), askedAt: now, until: Infinity }
      known.until = this.#now() + ((await known.found).lacking == null ? YES_MS : NO_MS)
    }

    return await this.#known.found
  }

  async #find (): Promise<Found> {
    const { protocol, host } = this.#init.location
    const name = stripPort(host)

    if (basePath() !== '/') {
      return { lacking: 'a node in a folder of its host cannot have origins for sites' }
    }

    if (isIpAddress(name)) {
      return { lacking: 'an IP address cannot have origins for sites' }
    }

    // Browsers do not treat subdomains of a single label as one site.
    if (!name.includes('.')) {
      return {
        lacking: name === 'localhost'
          ? 'localhost cannot have origins for sites (node.localhost can)'
          : `${name} cannot have origins for sites`
      }
    }

    // Only the user agent shows this: WebKit answers there, but partitions the frame of the node from the node
    // (WebKitGTK 2.50.6).
    if (name.endsWith('.localhost') && isWebKit(this.#init.userAgent)) {
      return { lacking: 'this browser treats hosts below localhost as other sites' }
    }

    const settled = await settledWithin(this.#probe(`${protocol}//${PROBE_LABEL}.ipfs.${host}${PROBE_FILE}`), PROBE_MS)
    const answer = typeof settled === 'object' && 'value' in settled ? settled.value : 'none'

    if (answer === 'yes') {
      return {}
    }

    // Whether the same build answers there is unknown in both cases. A visited site has shown that it does.
    return {
      lacking: answer === 'unreadable'
        ? `the server of ${host} sends no Access-Control-Allow-Origin with ${PROBE_FILE.slice(1)}`
        : `${host} has no origins for sites, or it cannot be reached now`,
      unreachable: answer !== 'no'
    }
  }

  /**
   * Requests the file.
   *
   * @returns `none` if there is no answer, or only that of a proxy in front of the host; `unreadable` if there is one
   *   that other origins must not read
   */
  async #probe (url: string): Promise<'yes' | 'no' | 'none' | 'unreadable'> {
    const init: RequestInit = { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' }
    const response = await this.#init.fetch(url, { ...init, mode: 'cors', redirect: 'error' }).catch(() => undefined)

    if (response == null) {
      // An answer without CORS shows only that the server responds.
      return await this.#init.fetch(url, { ...init, mode: 'no-cors' }).then(() => 'unreadable', () => 'none')
    }

    if (response.status >= 500) {
      return 'none'
    }

    const json = await response.json().catch(() => null) as { swipfs?: unknown } | null
    return response.ok && json?.swipfs === 'own origins' ? 'yes' : 'no'
  }
}

function isWebKit (userAgent = ''): boolean {
  return userAgent.includes('AppleWebKit/') && !/Chrom(?:e|ium)\//.test(userAgent)
}
