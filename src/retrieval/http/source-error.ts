import { defineError } from '../../errors/define-error.ts'

/**
 * The reason why a source did not return a block:
 *
 * - `missing`: it answered that it does not have the block
 * - `later`: it is busy and may be asked again
 * - `failed`: it is unreachable, too slow, or broke off
 * - `wrong`: it sent other bytes
 */
export type Failure = 'missing' | 'later' | 'failed' | 'wrong'

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
