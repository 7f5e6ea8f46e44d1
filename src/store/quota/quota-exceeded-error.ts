/** The disk, or this origin's share of it, is full. Named as the browsers name theirs. */
export class QuotaExceededError extends Error {
  static override readonly name = 'QuotaExceededError'
  override readonly name = 'QuotaExceededError'
}
