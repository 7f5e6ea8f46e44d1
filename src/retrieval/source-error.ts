/**
 * What became of asking a source for a block:
 * - `missing`: it answers and does not have it
 * - `later`: it is busy; it may be asked again
 * - `failed`: it cannot be reached, breaks off or is too slow
 * - `wrong`: it sent something else
 */
export type Failure = 'missing' | 'later' | 'failed' | 'wrong'

/** A source did not give a block. */
export class SourceError extends Error {
  static override name = 'SourceError'
  override name = 'SourceError'
  readonly failure: Failure
  /** when it may be asked again, in milliseconds from now */
  readonly retryAfterMs: number | undefined

  constructor (failure: Failure, message: string, retryAfterMs?: number) {
    super(message)
    this.failure = failure
    this.retryAfterMs = retryAfterMs
  }
}
