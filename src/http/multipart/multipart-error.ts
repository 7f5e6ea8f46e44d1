/**
 * The multipart body does not have the form that its type says, or ended before its closing boundary. The words are
 * those of Go's mime/multipart.
 */
export class MultipartError extends Error {
  static override name = 'MultipartError'
  override name = 'MultipartError'
}
