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

/**
 * Runs a job that a full disk may prevent.
 *
 * @returns false if the disk is full
 */
export async function unlessFull (job: () => Promise<unknown>): Promise<boolean> {
  try {
    await job()
    return true
  } catch (err) {
    ifFull(err)
    return false
  }
}
