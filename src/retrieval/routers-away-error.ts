/** No router that was asked could say whether it has what was asked for. */
export class RoutersAwayError extends Error {
  static override name = 'RoutersAwayError'
  override name = 'RoutersAwayError'

  /** @param problems - what went wrong, by router */
  constructor (problems: ReadonlyMap<string, Error>) {
    super(`no delegated router could be asked: ${[...problems].map(([router, { message }]) => `${router} ${message}`).join('; ')}`)
  }
}
