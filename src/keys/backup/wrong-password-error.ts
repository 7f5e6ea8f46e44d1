/** Thrown if decryption fails: the password is wrong, or the file was modified. */
export class WrongPasswordError extends Error {
  static override readonly name = 'WrongPasswordError'
  override readonly name = 'WrongPasswordError'

  constructor () {
    super('the keys do not open with this password')
  }
}
