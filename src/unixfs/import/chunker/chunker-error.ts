/** A chunker's name that does not say how to cut. The message is Kubo's. */
export class ChunkerError extends Error {
  static override name = 'ChunkerError'
  override name = 'ChunkerError'
}
