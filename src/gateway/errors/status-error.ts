/** An error with a response status. Wraps its cause. */
export class StatusError extends Error {
  static override name = 'StatusError'
  override name = 'StatusError'
  readonly status: number

  /** @param reason - the message, or the error to answer with this status */
  constructor (status: number, reason: string | Error) {
    super(
      typeof reason === 'string' ? reason : reason.message,
      typeof reason === 'string' ? undefined : { cause: reason }
    )
    this.status = status
  }
}
