/** A block is no UnixFS. The message is that of boxo, or of the decoder. */
export class NotUnixfsError extends Error {
  static override name = 'NotUnixfsError'
  override name = 'NotUnixfsError'

  constructor (cause: Error) {
    super(cause.message, { cause })
  }
}
