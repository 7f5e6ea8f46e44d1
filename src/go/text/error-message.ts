/** What Go says of a context that ran out or was cancelled; clients of Kubo look for these words. */
export const DEADLINE_EXCEEDED = 'context deadline exceeded'
export const CANCELED = 'context canceled'

/** What Kubo says of anything thrown. */
export function errorMessage (err: unknown): string {
  const error = err as Partial<Error> | null | undefined

  if (error?.name === 'TimeoutError') {
    return DEADLINE_EXCEEDED
  }

  if (error?.name === 'AbortError') {
    return CANCELED
  }

  return typeof error?.message === 'string' && error.message !== '' ? error.message : String(err)
}
