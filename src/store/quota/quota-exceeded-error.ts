/** Thrown if the disk, or the quota of this origin, is full. Has the name of the browsers' error. */
export class QuotaExceededError extends Error {
  static override readonly name = 'QuotaExceededError'
  override readonly name = 'QuotaExceededError'
}
