import { defineError } from '../../errors/define-error.ts'
import { asciiQuote } from '../../go/text/quote.ts'

/** An error with a response status. Wraps its cause. */
export class StatusError extends defineError('StatusError') {
  readonly status: number
  /** how long the error may be cached; undefined for the rule of its status */
  readonly cacheControl: string | undefined

  /** @param reason - the message, or the error to answer with this status */
  constructor (status: number, reason: string | Error, { cacheControl }: { cacheControl?: string } = {}) {
    super(
      typeof reason === 'string' ? reason : reason.message,
      typeof reason === 'string' ? undefined : { cause: reason }
    )
    this.status = status
    this.cacheControl = cacheControl
  }
}

/**
 * Thrown if a content path cannot be answered, with the message of boxo's `handleRequestErrors`. It has the status of
 * its cause.
 */
export class ResolveError extends defineError('ResolveError') {
  /** @param path - the content path of the request */
  constructor (path: string, cause: Error) {
    super(`failed to resolve ${asciiQuote(path)}: ${cause.message}`, { cause })
  }
}

/** Thrown if the name in a content path cannot be resolved. */
export class UnresolvedNameError extends ResolveError {
  /** the name of a key or of a domain */
  readonly root: string

  /** @param path - the content path of the request */
  constructor (path: string, root: string, cause: Error) {
    super(path, cause)
    this.root = root
  }
}

/**
 * Thrown if no bytes arrive within `Gateway.RetrievalTimeout`. The message is boxo's
 * (`gateway/middleware_retrieval_timeout.go`).
 */
export class RetrievalTimeoutError extends defineError('RetrievalTimeoutError') {
  /** @param reason - the sources that were asked, if any */
  constructor (reason?: string) {
    super(`Unable to retrieve content within timeout period${reason == null ? '' : `: ${reason}`}`)
  }
}
