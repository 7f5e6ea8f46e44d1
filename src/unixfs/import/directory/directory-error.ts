/** A tree that cannot be built: a name twice, a bad limit. The message is Kubo's. */
export class DirectoryError extends Error {
  static override name = 'DirectoryError'
  override name = 'DirectoryError'
}
