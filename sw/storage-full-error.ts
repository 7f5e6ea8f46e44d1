/** The node does not open, and a full disk is why, or most likely so: some browsers say no more than that it did not work. */
export class StorageFullError extends Error {
  static override readonly name = 'StorageFullError'
  override readonly name = 'StorageFullError'

  constructor (cause: Error) {
    super('the node cannot open its storage, most likely because the disk is full: free some space on this device and try again, ' +
      `what is kept here is still there (${cause.message})`, { cause })
  }
}

/**
 * Whether an error of opening can come from a full disk. Chromium says `QuotaExceededError`, or `Internal error opening backing
 * store`, when the files of its database cannot grow; other browsers `UnknownError` for either.
 */
export function mayBeFull (err: unknown): err is Error {
  return ['QuotaExceededError', 'UnknownError', 'OpenFailedError', 'DatabaseLostError'].includes((err as Error | null)?.name ?? '')
}
