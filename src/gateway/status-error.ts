/** An error that knows the status with which it is answered. Wraps what it came from. */
export class StatusError extends Error {
  static override name = 'StatusError'
  override name = 'StatusError'
  readonly status: number

  /** @param reason - the message, or the error that is answered with this status */
  constructor (status: number, reason: string | Error) {
    super(typeof reason === 'string' ? reason : reason.message, typeof reason === 'string' ? undefined : { cause: reason })
    this.status = status
  }
}
