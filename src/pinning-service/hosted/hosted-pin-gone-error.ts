/** A request to the pinning service was taken back while it was at work. */
export class HostedPinGoneError extends Error {
  static override name = 'HostedPinGoneError'
  override name = 'HostedPinGoneError'

  constructor () {
    super('the request was removed')
  }
}
