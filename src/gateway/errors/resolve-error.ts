import { asciiQuote } from '../../go/text/ascii-quote.ts'

/**
 * Thrown if a content path cannot be answered, with the message of boxo's `handleRequestErrors`. It has the status of
 * its cause.
 */
export class ResolveError extends Error {
  static override name = 'ResolveError'
  override name = 'ResolveError'

  /** @param path - the content path of the request */
  constructor (path: string, cause: Error) {
    super(`failed to resolve ${asciiQuote(path)}: ${cause.message}`, { cause })
  }
}
