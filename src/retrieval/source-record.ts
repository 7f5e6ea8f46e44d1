import type { AskedSource } from '../blocks/retrieval-report.ts'
import type { HttpSource } from './http-source.ts'
import type { Failure, SourceError } from './source-error.ts'

/** Faults in a row after which a source is left alone for the rest of a session. */
const MAX_FAULTS = 3

/** What it has not, in a row and without having had anything, after which it is asked last. */
const MANY_MISSES = 8

/** What one session knows of a source. */
export class SourceRecord {
  readonly source: HttpSource
  readonly isReserve: boolean
  #asking = 0
  #blocks = 0
  #bytes = 0
  #misses = 0
  #faults = 0
  #isBanned = false
  #last: { failure: Failure, message: string } | undefined

  constructor (source: HttpSource, isReserve: boolean) {
    this.source = source
    this.isReserve = isReserve
  }

  /** It sent something wrong, or fails again and again. */
  get isBanned (): boolean {
    return this.#isBanned || this.#faults >= MAX_FAULTS
  }

  /**
   * In how many milliseconds it may be asked again; 0 for at once. One that has given nothing and could not be reached is asked at once: a
   * browser without a network gets its error at once then.
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

  /** The lower, the sooner it is asked: who has had blocks of this content, then who may, then who is many people's. */
  get rank (): number {
    return (this.#blocks > 0 ? 0 : this.#misses >= MANY_MISSES ? 3 : this.isReserve ? 2 : 1) * 1e9 + this.source.costMs
  }

  /** It was said to have content, or began to send it, and did not. */
  get hasBrokenItsWord (): boolean {
    return this.#last != null && (this.#last.failure === 'wrong' || (this.source.role === 'provider' && this.#last.failure !== 'missing'))
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
    this.#faults = failure === 'failed' ? this.#faults + 1 : failure === 'missing' ? 0 : this.#faults
    this.#isBanned ||= failure === 'wrong'
  }

  get report (): AskedSource | undefined {
    const { url, role } = this.source

    if (this.#asking === 0 && this.#last == null && this.#blocks === 0) {
      return undefined
    }

    return {
      name: url,
      role,
      state: this.#asking > 0 ? 'asking' : this.#last == null || this.#blocks > 0 ? 'answered' : 'failed',
      found: this.#blocks,
      bytes: this.#bytes,
      ...this.#last == null ? {} : { problem: this.#last.message }
    }
  }
}
