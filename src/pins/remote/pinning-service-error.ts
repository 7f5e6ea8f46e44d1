import { defineError } from '../../errors/define-error.ts'

/**
 * A pinning service refused, did not answer, or sent an invalid answer. The message never contains the key of the
 * service.
 */
export class PinningServiceError extends defineError('PinningServiceError') {
  /** whether no answer arrived, so that the outcome of the request is unknown */
  readonly isUnanswered: boolean

  constructor (message: string, { isUnanswered = false }: { isUnanswered?: boolean } = {}) {
    super(message)
    this.isUnanswered = isUnanswered
  }
}
