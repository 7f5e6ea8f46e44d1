import { defineError } from '../../src/errors/define-error.ts'

/** Thrown if the node does not open, probably because the disk is full. Some browsers report no specific reason. */
export class StorageFullError extends defineError('StorageFullError') {
  constructor (cause: Error) {
    super(
      'the node cannot open its storage, most likely because the disk is full: free some space on this device and try again, ' +
        `what is kept here is still there (${cause.message})`,
      { cause }
    )
  }
}

/**
 * Whether an error of opening may be due to a full disk. Chromium throws `QuotaExceededError`, or `Internal error
 * opening backing store` if the files of its database cannot grow. Other browsers throw `UnknownError` for either.
 */
export function mayBeFull (err: unknown): err is Error {
  return ['QuotaExceededError', 'UnknownError', 'OpenFailedError', 'DatabaseLostError'].includes(
    (err as Error | null)?.name ?? ''
  )
}
