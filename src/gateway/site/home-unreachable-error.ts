/** What a site needs of the node beside it cannot be had, since nobody reaches that node. */
export class HomeUnreachableError extends Error {
  static override readonly name = 'HomeUnreachableError'
  override readonly name = 'HomeUnreachableError'
  readonly status = 504

  /** @param reason - why, in words */
  constructor (readonly home: string, readonly reason: string) {
    super(`this is not kept here, and the node at ${home} cannot be reached: ${reason}`)
  }
}
