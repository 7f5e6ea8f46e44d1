/** Thrown if a request was removed while it was running. */
export class HostedPinGoneError extends Error {
  static override name = 'HostedPinGoneError'
  override name = 'HostedPinGoneError'

  constructor () {
    super('the request was removed')
  }
}
