import type { Failure } from '../../blocks/exchange/retrieval-report.ts'
import { defineError } from '../../errors/define-error.ts'

/** Thrown if a source did not return a block. */
export class SourceError extends defineError('SourceError') {
  readonly failure: Failure
  /** The delay before it may be asked again, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor (failure: Failure, message: string, retryAfterMs?: number) {
    super(message)
    this.failure = failure
    this.retryAfterMs = retryAfterMs
  }
}
