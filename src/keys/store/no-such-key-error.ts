/** Thrown if there is no key with a name. The default message is boxo's (`keystore.ErrNoSuchKey`). */
export class NoSuchKeyError extends Error {
  static override name = 'NoSuchKeyError'
  override name = 'NoSuchKeyError'

  constructor (message = 'no key by the given name was found') {
    super(message)
  }
}
