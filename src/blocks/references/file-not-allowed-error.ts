/** The browser lets nobody read a file before it has asked the person who picked it again. */
export class FileNotAllowedError extends Error {
  static override readonly name = 'FileNotAllowedError'
  override readonly name = 'FileNotAllowedError'

  constructor () {
    super('the browser does not allow to read the file any more: pick it again')
  }
}
