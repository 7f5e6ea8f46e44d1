/** Thrown if the node stores as much as its configuration allows. */
export class NoRoomLeftError extends Error {
  static override name = 'NoRoomLeftError'
  override name = 'NoRoomLeftError'

  /**
   * Creates the error.
   *
   * @param limit - `Datastore.StorageMax` as configured
   */
  constructor (usedBytes: number | bigint, limit: string) {
    super(`there is no room left: ${usedBytes} bytes of Datastore.StorageMax (${limit}) are used`)
  }
}
