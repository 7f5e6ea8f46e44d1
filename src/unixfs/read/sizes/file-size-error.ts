/** A node of a file tells another size than what it links to, or than it holds. */
export class FileSizeError extends Error {
  static override name = 'FileSizeError'
  override name = 'FileSizeError'
}
