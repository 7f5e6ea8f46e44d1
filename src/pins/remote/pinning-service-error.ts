/** A pinning service said no, nothing, or what cannot be understood. Its message never has the key of the service. */
export class PinningServiceError extends Error {
  static override name = 'PinningServiceError'
  override name = 'PinningServiceError'
  /** nothing was heard of the service: whether it has done what it was asked for is not known */
  readonly isUnanswered: boolean

  constructor (message: string, { isUnanswered = false }: { isUnanswered?: boolean } = {}) {
    super(message)
    this.isUnanswered = isUnanswered
  }
}
