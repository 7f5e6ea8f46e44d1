/** An answer that is a refusal: status, a word for machines and a sentence (`Failure` of the IPFS Pinning Service API). */
export class ServiceError extends Error {
  static override name = 'ServiceError'
  override name = 'ServiceError'
  readonly status: number
  readonly reason: string

  constructor (status: number, reason: string, details: string) {
    super(details)
    this.status = status
    this.reason = reason
  }
}
