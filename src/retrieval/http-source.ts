import type { CID } from 'multiformats/cid'
import { Slots } from '../async/slots.ts'
import type { Block } from '../store/blockstore.ts'
import { fetchCar } from './fetch-car.ts'
import { fetchRaw } from './fetch-raw.ts'
import type { FetchRawOptions } from './fetch-raw.ts'
import type { Patience } from './open-url.ts'
import { SourceError } from './source-error.ts'

/**
 * One that has content is quick to say so (boxo `httpnet`, `DefaultResponseHeaderTimeout`), and sends it. A line on which 24 blocks come at once is not too
 * slow for it with 10 kB/s.
 */
const PROVIDER_PATIENCE: Patience = { headMs: 10_000, stallMs: 10_000, leastBytes: 4096 }

/** One that looks for it itself may take longer. */
const GATEWAY_PATIENCE: Patience = { ...PROVIDER_PATIENCE, headMs: 30_000 }

/** After a fault without a word about when to come again (boxo `DefaultSendErrorBackoff`), twice as long each time. */
const BACKOFF_MS = 1000
const MAX_BACKOFF_MS = 60_000

/** One that is asked for everything is silent about what nobody has, which says little of it. */
const MAX_GATEWAY_BACKOFF_MS = 4000

/** How long an answer is taken to need before there was one. */
const UNKNOWN_LATENCY_MS = 300

/** How much the last answer counts. */
const WEIGHT = 0.3

export interface HttpSourceInit {
  /** without a slash at its end */
  url: string
  role: 'provider' | 'gateway'
  /** requests at once, of all sources together */
  slots: Slots
  /** requests at once to this one */
  maxAtOnce: number
}

export interface AskOptions {
  signal: AbortSignal
  maxBytes: number
  verify: (bytes: Uint8Array) => Promise<void>
  /** whether it is still to be asked, when there is room */
  isWanted?: () => boolean
  /** called when the request goes out: there was room for it */
  onStart?: () => void
  onBytes?: (bytes: number) => void
}

/** One trustless gateway and what is known of it: all requests of the node go through here, whoever wants something. */
export class HttpSource {
  readonly url: string
  readonly role: 'provider' | 'gateway'
  readonly #all: Slots
  readonly #own: Slots
  #latencyMs = UNKNOWN_LATENCY_MS
  #faults = 0
  #coolUntilMs = 0
  #isBusy = false

  constructor ({ url, role, slots, maxAtOnce }: HttpSourceInit) {
    this.url = url
    this.role = role
    this.#all = slots
    this.#own = new Slots(maxAtOnce)
  }

  /** In how many milliseconds it may be asked again; 0 for at once. */
  get coolMs (): number {
    return Math.max(this.#coolUntilMs - performance.now(), 0)
  }

  /** Whether it has said itself that it is to be asked later. */
  get isBusy (): boolean {
    return this.#isBusy
  }

  /** How long the answer to one more request may take, in milliseconds. */
  get costMs (): number {
    return this.#latencyMs * (this.#own.load + 1) * (this.#faults + 1)
  }

  /** Asks for a block, when there is room. @throws SourceError; the signal's reason */
  async ask (cid: CID, { signal, maxBytes, verify, isWanted, onStart, onBytes }: AskOptions): Promise<Uint8Array> {
    const leave = await this.#enter(signal)

    try {
      if (isWanted?.() === false) {
        throw new SourceError('later', 'is not asked now')
      }

      onStart?.()
      return await this.#fetch(cid, { signal, maxBytes, verify, onBytes })
    } finally {
      leave()
    }
  }

  /** Asks for a whole DAG, when there is room. Its blocks are not verified. @throws SourceError; the signal's reason; what reading a CAR throws */
  async * askAll (root: CID, { signal, maxBytes }: { signal: AbortSignal, maxBytes: number }): AsyncGenerator<Block> {
    const leave = await this.#enter(signal)

    try {
      yield * fetchCar(this.url, root, { signal, maxBytes, ...this.#manners })
    } finally {
      leave()
    }
  }

  /** Waits for room here, and then among all. @returns gives both back */
  async #enter (signal: AbortSignal): Promise<() => void> {
    const leaveOwn = await this.#own.take(signal)

    try {
      const leaveAll = await this.#all.take(signal)
      return () => { leaveAll(); leaveOwn() }
    } catch (err) {
      leaveOwn()
      throw err
    }
  }

  get #manners (): Pick<FetchRawOptions, 'followRedirects' | 'looksElsewhere' | keyof Patience> {
    const isGateway = this.role === 'gateway'
    return { followRedirects: isGateway, looksElsewhere: isGateway, ...isGateway ? GATEWAY_PATIENCE : PROVIDER_PATIENCE }
  }

  async #fetch (cid: CID, { signal, maxBytes, verify, onBytes }: AskOptions): Promise<Uint8Array> {
    const startMs = performance.now()

    try {
      const bytes = await fetchRaw(this.url, cid, { signal, maxBytes, onBytes, ...this.#manners })
      await verify(bytes).catch(() => { throw new SourceError('wrong', 'sent something else') })
      this.#latencyMs += WEIGHT * (performance.now() - startMs - this.#latencyMs)
      this.#faults = 0
      return bytes
    } catch (err) {
      if (!signal.aborted && err instanceof SourceError) {
        this.#note(err)
      }

      throw err
    }
  }

  #note ({ failure, retryAfterMs }: SourceError): void {
    if (failure === 'missing') {
      this.#faults = 0
      return
    }

    const backoffMs = Math.min(BACKOFF_MS * 2 ** this.#faults, this.role === 'gateway' ? MAX_GATEWAY_BACKOFF_MS : MAX_BACKOFF_MS)
    this.#faults++
    this.#isBusy = failure === 'later'
    this.#coolUntilMs = performance.now() + (retryAfterMs ?? backoffMs)
  }
}
