/**
 * Ignores the error of a full disk or an exhausted quota.
 *
 * @throws any other error
 */
export function ifFull (err: unknown): void {
  if ((err as Error).name !== 'QuotaExceededError') {
    throw err
  }
}
