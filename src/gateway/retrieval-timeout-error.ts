/** No bytes came for as long as `Gateway.RetrievalTimeout` allows. The words are boxo's (`gateway/middleware_retrieval_timeout.go`). */
export class RetrievalTimeoutError extends Error {
  static override name = 'RetrievalTimeoutError'
  override name = 'RetrievalTimeoutError'

  /** @param reason - who was asked, where somebody was */
  constructor (reason?: string) {
    super(`Unable to retrieve content within timeout period${reason == null ? '' : `: ${reason}`}`)
  }
}
