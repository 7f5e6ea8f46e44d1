import { defineError } from '../../errors/define-error.ts'

/** Thrown if no router could answer. */
export class RoutersUnavailableError extends defineError('RoutersUnavailableError') {
  /**
   * Creates the error.
   *
   * @param problems - errors by router
   */
  constructor (problems: ReadonlyMap<string, Error>) {
    super(
      `no delegated router could be asked: ${
        [...problems].map(([router, { message }]) => `${router} ${message}`).join('; ')
      }`
    )
  }
}
