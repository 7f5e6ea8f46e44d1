import { defineError } from '../../../src/errors/define-error.ts'

/** Bucket or node do not answer. The step is tried again. */
export class UnavailableError extends defineError('UnavailableError') {}

/** Marks the errors of bucket and node. */
export async function asUnavailable<T> (work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (err) {
    throw new UnavailableError((err as Error).message, { cause: err })
  }
}
