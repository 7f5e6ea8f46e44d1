/** Limits of a ZIP archive without the ZIP64 extension, which the library does not write. */
export const MAX_ZIP_BYTES = 0xffff_ffff
export const MAX_ZIP_FILES = 0xffff

/** Fixed bytes of an entry: local header, data descriptor, and directory record. Two of them also have its name. */
const ENTRY_BYTES = 30 + 16 + 46
const END_BYTES = 22

export interface ZipSize {
  /** names with folders, in UTF-8 */
  names: readonly string[]
  contentBytes: number
}

/** Returns whether an archive of stored files would exceed the limits. */
export function isTooLargeForZip ({ names, contentBytes }: ZipSize): boolean {
  const utf8 = new TextEncoder()
  const headers = names.reduce((sum, name) => sum + ENTRY_BYTES + 2 * utf8.encode(name).length, END_BYTES)
  return names.length > MAX_ZIP_FILES || contentBytes + headers > MAX_ZIP_BYTES
}
