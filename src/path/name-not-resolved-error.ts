/** A mutable name leads nowhere. The words are boxo's (`namesys`). */
export class NameNotResolvedError extends Error {
  static override name = 'NameNotResolvedError'
  override name = 'NameNotResolvedError'

  constructor (message = 'could not resolve name', options?: ErrorOptions) {
    super(message, options)
  }
}
