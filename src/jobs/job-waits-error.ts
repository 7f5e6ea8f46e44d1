/**
 * Thrown by the work of a job that needs a person to continue. The job waits then, and is repeated from its arguments.
 */
export class JobWaitsError extends Error {
  static override readonly name = 'JobWaitsError'
  override readonly name = 'JobWaitsError'
}
