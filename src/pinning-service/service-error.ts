import { defineError } from '../errors/define-error.ts'

/** An error response: status, machine-readable reason and message (`Failure` of the IPFS Pinning Service API). */
export class ServiceError extends defineError('ServiceError') {
  readonly status: number
  readonly reason: string

  constructor (status: number, reason: string, details: string) {
    super(details)
    this.status = status
    this.reason = reason
  }
}

/**
 * Creates the error for a malformed request.
 *
 * @param details - the problem as a sentence
 */
export function badRequest (details: string): ServiceError {
  return new ServiceError(400, 'BAD_REQUEST', details)
}
