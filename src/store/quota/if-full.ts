import { isError } from '../../errors/define-error.ts'
import { QuotaExceededError } from './quota-exceeded-error.ts'

/**
 * Ignores the error of a full disk or an exhausted quota.
 *
 * @throws any other error
 */
export function ifFull (err: unknown): void {
  if (!isError(err, QuotaExceededError)) {
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
