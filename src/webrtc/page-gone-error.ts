/** Thrown if the page that held a connection was closed or frozen, or does not answer. */
export class PageGoneError extends Error {
  static override name = 'PageGoneError'
  override name = 'PageGoneError'

  constructor () {
    super('the page that held the WebRTC connection has gone')
  }
}
