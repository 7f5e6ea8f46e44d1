import { settledWithin } from '../../src/async/promises/settled-within.ts'
import { isIpAddress } from '../../src/gateway/hosts/labels/host-text.ts'
import { stripPort } from '../../src/gateway/hosts/labels/host-text.ts'
import type { OwnOrigins } from '../../src/gateway/own-origin/own-origin-address.ts'
import { basePath } from '../scope/base-path.ts'
import type { VisitedSites } from '../storage/visited-sites.ts'

/** The CID of the empty file: any label would do. */
const PROBE_LABEL = 'bafkqaaa'
/** A file of the build that any origin may read. */
const PROBE_FILE = '/own-origins.json'
const PROBE_MS = 3000
/** Lifetime of a result. A host without own origins is probed again sooner. */
const YES_MS = 5 * 60_000
const NO_MS = 20_000

export interface OwnOriginsInit {
  /** of the node, as in a `Location` */
  location: Pick<URL, 'protocol' | 'host'>
  /** of the browser */
  userAgent?: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** sites whose own origins answer without the host; none if left out */
  visited?: Pick<VisitedSites, 'has'>
  now?: () => number
}

/** The result for a host. */
interface Found {
  /** why it has no origins for sites; undefined if it has */
  lacking?: string
  /** the host gave no answer, so nothing is known of its origins */
  unreachable?: boolean
}

interface Known {
  found: Promise<Found>
  askedAt: number
  until: number
}

/**
 * Finds out whether the host of a node has own origins, `LABEL.ipfs.HOST`, that serve the same build, by requesting a file
 * from one of them. If browsers treat such an origin as another site, as below plain `localhost`, its pages could not reach
 * the node.
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

  /** For a name of this machine that has no origins for sites: the host that `npm start` prints, with the port. */
  get otherHost (): string | undefined {
    const [, port = ''] = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(:\d+)?$/.exec(this.#init.location.host) ?? []
    return port === '' || isWebKit(this.#init.userAgent) ? undefined : `node.localhost${port}`
  }

  /** Returns undefined if the origin of a site can be opened; else why not, in words. */
  async lacking (site: string): Promise<string | undefined> {
    const { lacking, unreachable = false } = await this.#ask(Infinity)
    return unreachable && await this.#isVisited(site) ? undefined : lacking
  }

  /** Returns whether the origin of a site answers although the host cannot be reached now. */
  async answersOffline (site: string): Promise<boolean> {
    // A node that was online minutes ago may be offline now.
    return await this.#isVisited(site) && (await this.#ask(NO_MS)).unreachable === true
  }

  async #isVisited (site: string): Promise<boolean> {
    return await this.#init.visited?.has(site) ?? false
  }

  /** Returns what is known of the host. @param maxAgeMs - asks again if that was found out longer ago */
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
      return { lacking: 'a node in a folder of its host has none for sites' }
    }

    if (isIpAddress(name)) {
      return { lacking: 'an IP address has none for sites' }
    }

    // of a single label browsers make no site that reaches below it
    if (!name.includes('.')) {
      return {
        lacking: name === 'localhost'
          ? 'localhost has none for sites (node.localhost has)'
          : `${name} has none for sites`
      }
    }

    // Nothing else shows it: it answers there, and keeps the frame of the node in its sites apart from the node (measured
    // in WebKitGTK 2.50.6)
    if (name.endsWith('.localhost') && isWebKit(this.#init.userAgent)) {
      return { lacking: 'this browser takes hosts below localhost for strangers' }
    }

    const settled = await settledWithin(this.#probe(`${protocol}//${PROBE_LABEL}.ipfs.${host}${PROBE_FILE}`), PROBE_MS)
    const answer = typeof settled === 'object' && 'value' in settled ? settled.value : 'none'
    return answer === 'yes'
      ? {}
      : { lacking: `${host} has none for sites, or it cannot be reached now`, unreachable: answer === 'none' }
  }

  /** Asks for the file; `none` if there is no answer, or one of a proxy before the host. */
  async #probe (url: string): Promise<'yes' | 'no' | 'none'> {
    const response = await this.#init.fetch(url, {
      mode: 'cors',
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer'
    }).catch(() => undefined)

    if (response == null || response.status >= 500) {
      return 'none'
    }

    const json = await response.json().catch(() => null) as { swipfs?: unknown } | null
    return response.ok && json?.swipfs === 'own origins' ? 'yes' : 'no'
  }
}

function isWebKit (userAgent = ''): boolean {
  return userAgent.includes('AppleWebKit/') && !/Chrom(?:e|ium)\//.test(userAgent)
}
