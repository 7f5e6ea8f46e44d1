/** An answer that nobody read any more was cut, so that what waits for its end can go on. */
export class ReaderStalledError extends Error {
  static override name = 'ReaderStalledError'
  override name = 'ReaderStalledError'

  constructor (ms: number) {
    super(`the answer was not read for ${ms / 1000} s and was cut`)
  }
}
