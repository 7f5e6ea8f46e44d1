/** The keys do not open: it is another password, or what is sealed was changed. */
export class WrongPasswordError extends Error {
  static override readonly name = 'WrongPasswordError'
  override readonly name = 'WrongPasswordError'

  constructor () {
    super('the keys do not open with this password')
  }
}
