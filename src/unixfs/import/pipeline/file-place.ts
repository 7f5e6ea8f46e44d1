/** Where the bytes of a leaf lie in what is imported, for those who refer to it instead of storing it. */
export interface FilePlace {
  /** the file as its entry says (`ImportEntry.abspath`) */
  abspath: string
  /** of the first byte */
  offset: number
}
