/** An upload of which nothing came any more was cut, so that what waits for its end can go on. */
export class UploadStalledError extends Error {
  static override name = 'UploadStalledError'
  override name = 'UploadStalledError'

  constructor (ms: number) {
    super(`the upload stood still for ${ms / 1000} s and was cut: nothing of it is kept that was not answered before`)
  }
}
