import type { AskedSource, Failure } from '../../blocks/exchange/retrieval-report.ts'
import type { SourceError } from '../http/source-error.ts'
import type { HttpSource } from './http-source.ts'

/** The number of consecutive errors after which a source is ignored for the rest of a session. */
const MAX_FAULTS = 3

/** The number of consecutive misses after which a source without any hit is asked last. */
const MANY_MISSES = 8

/** The state of a source in one session. */
export class SourceState {
  readonly source: HttpSource
  readonly isReserve: boolean
  #asking = 0
  #blocks = 0
  #bytes = 0
  #misses = 0
  #faults = 0
  #isBanned = false
  #last: { failure: Failure; message: string } | undefined

  constructor (source: HttpSource, isReserve: boolean) {
    this.source = source
    this.isReserve = isReserve
  }

  /** Whether it sent wrong bytes or fails repeatedly. */
  get isBanned (): boolean {
    return this.#isBanned || this.#faults >= MAX_FAULTS
  }

  /**
   * The delay before it may be asked again, in milliseconds; 0 for now. A source that was unreachable and never sent a
   * block is asked at once, so that a browser without a network gets its error at once.
   */
  get waitMs (): number {
    return this.#blocks > 0 || this.source.isBusy ? this.source.coolMs : 0
  }

  get blocks (): number {
    return this.#blocks
  }

  get bytes (): number {
    return this.#bytes
  }

  /**
   * The priority, lower is better: sources that had blocks of this content, then others, then the reserve, then sources
   * with many misses. Ties are broken by the expected duration.
   */
  get rank (): number {
    return this.#class * 1e9 + this.source.costMs
  }

  get #class (): number {
    if (this.#blocks > 0) {
      return 0
    }

    if (this.#misses >= MANY_MISSES) {
      return 3
    }

    return this.isReserve ? 2 : 1
  }

  /** Whether it should have the content, or began to send it, and failed. */
  get hasBrokenItsWord (): boolean {
    return this.#last != null &&
      (this.#last.failure === 'wrong' || (this.source.role === 'provider' && this.#last.failure !== 'missing'))
  }

  started (): void {
    this.#asking++
  }

  received (bytes: number): void {
    this.#bytes += bytes
  }

  ended (): void {
    this.#asking--
  }

  succeeded (): void {
    this.#blocks++
    this.#misses = 0
    this.#faults = 0
    this.#last = undefined
  }

  failed ({ failure, message }: SourceError): void {
    this.#last = { failure, message }
    this.#misses += failure === 'missing' ? 1 : 0

    if (failure === 'failed') {
      this.#faults++
    } else if (failure === 'missing') {
      this.#faults = 0
    }

    this.#isBanned ||= failure === 'wrong'
  }

  get report (): AskedSource | undefined {
    const { url, role } = this.source

    if (this.#asking === 0 && this.#last == null && this.#blocks === 0) {
      return undefined
    }

    const outcome = this.#last == null || this.#blocks > 0 ? 'answered' : 'failed'
    return {
      name: url,
      role,
      state: this.#asking > 0 ? 'asking' : outcome,
      found: this.#blocks,
      bytes: this.#bytes,
      ...this.#last == null ? {} : { problem: this.#last.message, failure: this.#last.failure }
    }
  }
}
