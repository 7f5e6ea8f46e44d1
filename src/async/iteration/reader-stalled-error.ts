/** Thrown if an answer was cut because its reader stopped reading, so that work that waits for its end can go on. */
export class ReaderStalledError extends Error {
  static override name = 'ReaderStalledError'
  override name = 'ReaderStalledError'

  constructor (ms: number) {
    super(`the answer was not read for ${ms / 1000} s and was cut`)
  }
}
