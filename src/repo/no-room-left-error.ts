/** The node stores as much as its settings allow. */
export class NoRoomLeftError extends Error {
  static override name = 'NoRoomLeftError'
  override name = 'NoRoomLeftError'

  /** @param limit - `Datastore.StorageMax` as it was set */
  constructor (usedBytes: number | bigint, limit: string) {
    super(`there is no room left: ${usedBytes} bytes of Datastore.StorageMax (${limit}) are used`)
  }
}
