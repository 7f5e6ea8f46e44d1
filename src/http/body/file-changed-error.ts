import { FILE_CHANGED } from '../../port/command-call.ts'

/** A file that was handed over could not be read as it was then. */
export class FileChangedError extends Error {
  static override readonly name = 'FileChangedError'
  override readonly name = 'FileChangedError'

  constructor (cause?: unknown) {
    super(FILE_CHANGED, { cause })
  }
}
