import { settledWithin } from '../src/async/settled-within.ts'
import { isIpAddress } from '../src/gateway/hosts/is-ip-address.ts'
import { stripPort } from '../src/gateway/hosts/strip-port.ts'
import { basePath } from './base.ts'

/** A content without a byte: any label would do, this one is of nobody. */
const PROBE_LABEL = 'bafkqaaa'
/** What the build puts there, and any origin may read. */
const PROBE_FILE = '/own-origins.json'
const PROBE_MS = 3000
/** What was found out counts so long; a host that has none yet is asked again sooner. */
const YES_MS = 5 * 60_000
const NO_MS = 20_000

export interface OwnOriginsInit {
  /** of the node, as in a `Location` */
  location: Pick<Location, 'protocol' | 'host'>
  /** of the browser */
  userAgent?: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
  now?: () => number
}

/**
 * Finds out whether the host of a node has origins beside it, `LABEL.ipfs.HOST`, on which the same build answers: by asking one of
 * them for a file. Where browsers take such an origin for another site, as below plain `localhost`, its pages would not reach the node.
 */
export class ProbedOrigins {
  readonly #init: OwnOriginsInit
  readonly #now: () => number
  #known: { lacking: Promise<string | undefined>, until: number } | undefined

  constructor (init: OwnOriginsInit) {
    this.#init = init
    this.#now = init.now ?? Date.now
  }

  /** For a name of this machine that has no origins for sites: the host that `npm start` prints, with the port. */
  get otherHost (): string | undefined {
    const [, port = ''] = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(:\d+)?$/.exec(this.#init.location.host) ?? []
    return port === '' || isWebKit(this.#init.userAgent) ? undefined : `node.localhost${port}`
  }

  /** @returns undefined where there are such; else why not, in words */
  async lacking (): Promise<string | undefined> {
    if (this.#known == null || this.#now() >= this.#known.until) {
      const known = this.#known = { lacking: this.#find(), until: Infinity }
      known.until = this.#now() + (await known.lacking == null ? YES_MS : NO_MS)
    }

    return await this.#known.lacking
  }

  async #find (): Promise<string | undefined> {
    const { protocol, host } = this.#init.location
    const name = stripPort(host)

    if (basePath() !== '/') {
      return 'a node in a folder of its host has none for sites'
    }

    if (isIpAddress(name)) {
      return 'an IP address has none for sites'
    }

    // of a single label browsers make no site that reaches below it
    if (!name.includes('.')) {
      return name === 'localhost' ? 'localhost has none for sites (node.localhost has)' : `${name} has none for sites`
    }

    // nothing else tells: it answers there, and keeps the frame of the node in its sites apart from the node (measured in WebKitGTK 2.50.6)
    if (name.endsWith('.localhost') && isWebKit(this.#init.userAgent)) {
      return 'this browser takes hosts below localhost for strangers'
    }

    const answer = await settledWithin(this.#ask(`${protocol}//${PROBE_LABEL}.ipfs.${host}${PROBE_FILE}`), PROBE_MS)
    return typeof answer === 'object' && 'value' in answer && answer.value ? undefined : `${host} has none for sites, or it cannot be reached now`
  }

  async #ask (url: string): Promise<boolean> {
    const response = await this.#init.fetch(url, { mode: 'cors', credentials: 'omit', cache: 'no-store', redirect: 'error', referrerPolicy: 'no-referrer' })
    return response.ok && (await response.json() as { swipfs?: unknown } | null)?.swipfs === 'own origins'
  }
}

function isWebKit (userAgent = ''): boolean {
  return userAgent.includes('AppleWebKit/') && !/Chrom(?:e|ium)\//.test(userAgent)
}
