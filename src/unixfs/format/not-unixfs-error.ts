import { defineError } from '../../errors/define-error.ts'

/** A block that is not UnixFS. The message is that of boxo or of the decoder. */
export class NotUnixfsError extends defineError('NotUnixfsError') {
  constructor (cause: Error) {
    super(cause.message, { cause })
  }
}
