/** Thrown if no page is open that could hold a connection. */
export class NoPageError extends Error {
  static override name = 'NoPageError'
  override name = 'NoPageError'

  constructor () {
    super('WebRTC needs an open page of this origin')
  }
}
