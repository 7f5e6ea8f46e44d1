/** Thrown if the page that held a connection was closed or frozen, or does not answer. */
export class PageGoneError extends Error {
  static override name = 'PageGoneError'
  override name = 'PageGoneError'

  constructor () {
    super('the page that held the WebRTC connection has gone')
  }
}

/** Thrown if no page is open that could hold a connection. */
export class NoPageError extends Error {
  static override name = 'NoPageError'
  override name = 'NoPageError'

  constructor () {
    super('WebRTC needs an open page of this origin')
  }
}
