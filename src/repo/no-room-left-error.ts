import { defineError } from '../errors/define-error.ts'

/** Thrown if the node stores as much as its configuration allows. */
export class NoRoomLeftError extends defineError('NoRoomLeftError') {
  /**
   * Creates the error.
   *
   * @param limit - `Datastore.StorageMax` as configured
   */
  constructor (usedBytes: number | bigint, limit: string) {
    super(`there is no room left: ${usedBytes} bytes of Datastore.StorageMax (${limit}) are used`)
  }
}
