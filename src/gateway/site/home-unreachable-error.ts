/** Thrown if a site needs content of its home node, and the node cannot be reached. */
export class HomeUnreachableError extends Error {
  static override readonly name = 'HomeUnreachableError'
  override readonly name = 'HomeUnreachableError'
  readonly status = 504

  /** whether the node ended during the attempt, so that another one may succeed at once */
  readonly hasEnded: boolean

  /** @param reason - the reason, as a clause */
  constructor (readonly home: string, readonly reason: string, { hasEnded = false }: { hasEnded?: boolean } = {}) {
    super(`this is not kept here, and the node at ${home} cannot be reached: ${reason}`)
    this.hasEnded = hasEnded
  }
}
