/**
 * Thrown if no bytes arrive within `Gateway.RetrievalTimeout`. The message is boxo's
 * (`gateway/middleware_retrieval_timeout.go`).
 */
export class RetrievalTimeoutError extends Error {
  static override name = 'RetrievalTimeoutError'
  override name = 'RetrievalTimeoutError'

  /** @param reason - the sources that were asked, if any */
  constructor (reason?: string) {
    super(`Unable to retrieve content within timeout period${reason == null ? '' : `: ${reason}`}`)
  }
}
