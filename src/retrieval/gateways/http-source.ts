import type { CID } from 'multiformats/cid'
import { Slots } from '../../async/locks/slots.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import type { Patience } from '../http/open-url.ts'
import { SourceError } from '../http/source-error.ts'
import { fetchCar } from './fetch-car.ts'
import { fetchRaw } from './fetch-raw.ts'
import type { FetchRawOptions } from './fetch-raw.ts'

/**
 * The timeouts of a provider, which should have the content (boxo `httpnet`, `DefaultResponseHeaderTimeout`). The
 * minimum rate allows 24 concurrent blocks on a connection of 10 kB/s.
 */
const PROVIDER_PATIENCE: Patience = { headMs: 10_000, stallMs: 10_000, leastBytes: 4096 }

/** The timeouts of a gateway, which may have to search for the content. */
const GATEWAY_PATIENCE: Patience = { ...PROVIDER_PATIENCE, headMs: 30_000 }

/** The limits of the exponential backoff after an error without `Retry-After` (boxo `DefaultSendErrorBackoff`). */
const BACKOFF_MS = 1000
const MAX_BACKOFF_MS = 60_000

/** The limit for a gateway, which may time out because no peer has the block. */
const MAX_GATEWAY_BACKOFF_MS = 4000

/** The assumed latency before the first response. */
const UNKNOWN_LATENCY_MS = 300

/** The weight of the last response in the moving average. */
const WEIGHT = 0.3

export interface HttpSourceInit {
  /** Without a trailing slash. */
  url: string
  role: 'provider' | 'gateway'
  /** The slots for concurrent requests to all sources. */
  slots: Slots
  /** The maximum number of concurrent requests to this source. */
  maxAtOnce: number
}

export interface AskOptions {
  signal: AbortSignal
  maxBytes: number
  verify: (bytes: Uint8Array) => Promise<void>
  /** Checked when a slot is free: whether the request is still wanted. */
  isWanted?: () => boolean
  /** Called when the request is sent, after waiting for a slot. */
  onStart?: () => void
  onBytes?: (bytes: number) => void
}

/** One trustless gateway with its latency, errors and load. All requests of the node to it go through here. */
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

  /** The remaining backoff in milliseconds; 0 if it may be asked now. */
  get coolMs (): number {
    return Math.max(this.#coolUntilMs - performance.now(), 0)
  }

  /** Whether it has asked for a delay itself. */
  get isBusy (): boolean {
    return this.#isBusy
  }

  /** The expected duration of one more request, in milliseconds. */
  get costMs (): number {
    return this.#latencyMs * (this.#own.load + 1) * (this.#faults + 1)
  }

  /**
   * Fetches a block when a slot is free.
   *
   * @throws SourceError
   * @throws the signal's reason
   */
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

  /**
   * Fetches a whole DAG when a slot is free. Its blocks are not verified.
   *
   * @throws SourceError
   * @throws the signal's reason, and errors of reading a CAR
   */
  async *askAll (root: CID, { signal, maxBytes }: { signal: AbortSignal; maxBytes: number }): AsyncGenerator<Block> {
    const leave = await this.#enter(signal)

    try {
      yield* fetchCar(this.url, root, { signal, maxBytes, ...this.#manners })
    } finally {
      leave()
    }
  }

  /**
   * Waits for a slot of this source, and then for one of all sources.
   *
   * @returns a function that releases both
   */
  async #enter (signal: AbortSignal): Promise<() => void> {
    const leaveOwn = await this.#own.take(signal)

    try {
      const leaveAll = await this.#all.take(signal)
      return () => {
        leaveAll()
        leaveOwn()
      }
    } catch (err) {
      leaveOwn()
      throw err
    }
  }

  get #manners (): Pick<FetchRawOptions, 'followRedirects' | 'looksElsewhere' | keyof Patience> {
    const isGateway = this.role === 'gateway'
    return {
      followRedirects: isGateway,
      looksElsewhere: isGateway,
      ...isGateway ? GATEWAY_PATIENCE : PROVIDER_PATIENCE
    }
  }

  async #fetch (cid: CID, { signal, maxBytes, verify, onBytes }: AskOptions): Promise<Uint8Array> {
    const startMs = performance.now()

    try {
      const bytes = await fetchRaw(this.url, cid, { signal, maxBytes, onBytes, ...this.#manners })
      await verify(bytes).catch(() => {
        throw new SourceError('wrong', 'sent something else')
      })
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

    const backoffMs = Math.min(
      BACKOFF_MS * 2 ** this.#faults,
      this.role === 'gateway' ? MAX_GATEWAY_BACKOFF_MS : MAX_BACKOFF_MS
    )
    this.#faults++
    this.#isBusy = failure === 'later'
    this.#coolUntilMs = performance.now() + (retryAfterMs ?? backoffMs)
  }
}
