import { ServiceError } from './service-error.ts'

/**
 * Creates the error for a malformed request.
 *
 * @param details - the problem as a sentence
 */
export function badRequest (details: string): ServiceError {
  return new ServiceError(400, 'BAD_REQUEST', details)
}
