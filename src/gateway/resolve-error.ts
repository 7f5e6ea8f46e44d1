import { asciiQuote } from '../go/ascii-quote.ts'

/** A content path that cannot be answered, and why: the words of boxo's `handleRequestErrors`. The status is that of the cause. */
export class ResolveError extends Error {
  static override name = 'ResolveError'
  override name = 'ResolveError'

  /** @param path - the content path of the request */
  constructor (path: string, cause: Error) {
    super(`failed to resolve ${asciiQuote(path)}: ${cause.message}`, { cause })
  }
}
