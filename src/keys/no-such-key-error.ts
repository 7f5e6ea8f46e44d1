/** There is no key by that name. The words are boxo's (`keystore.ErrNoSuchKey`) unless a command has its own. */
export class NoSuchKeyError extends Error {
  static override name = 'NoSuchKeyError'
  override name = 'NoSuchKeyError'

  constructor (message = 'no key by the given name was found') {
    super(message)
  }
}
