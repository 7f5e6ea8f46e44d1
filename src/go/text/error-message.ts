import { ABORT, isError, TIMEOUT } from '../../errors/define-error.ts'

/** Go's messages for an expired and a cancelled context. Clients of Kubo check for these texts. */
export const DEADLINE_EXCEEDED = 'context deadline exceeded'
export const CANCELED = 'context canceled'

/** Returns Kubo's message for a thrown value. */
export function errorMessage (err: unknown): string {
  const error = err as Partial<Error> | null | undefined

  if (isError(error, TIMEOUT)) {
    return DEADLINE_EXCEEDED
  }

  if (isError(error, ABORT)) {
    return CANCELED
  }

  return typeof error?.message === 'string' && error.message !== '' ? error.message : String(err)
}
