/** No bytes came for as long as `Gateway.RetrievalTimeout` allows. The words are boxo's (`gateway/middleware_retrieval_timeout.go`). */
export class RetrievalTimeoutError extends Error {
  static override name = 'RetrievalTimeoutError'
  override name = 'RetrievalTimeoutError'

  constructor () {
    super('Unable to retrieve content within timeout period')
  }
}
