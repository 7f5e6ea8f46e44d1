import { ServiceError } from './service-error.ts'

/** @param details - what is wrong, as a sentence */
export function badRequest (details: string): ServiceError {
  return new ServiceError(400, 'BAD_REQUEST', details)
}
