import { defineError } from '../../errors/define-error.ts'

/** Thrown if the browser requires permission again from the user that picked a file. */
export class FileNotAllowedError extends defineError('FileNotAllowedError') {
  constructor () {
    super('the browser does not allow to read the file any more: pick it again')
  }
}
