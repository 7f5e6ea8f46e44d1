/** Files outside of the store that references may point to: of a disk, or picked by a person. */
export interface ReferencedFiles {
  /**
   * Returns the name of a file in references.
   *
   * @param path - the `Abspath` of an upload
   * @throws an Error if the file must not be referenced
   */
  nameOf: (path: string) => Promise<string>
  /**
   * Reads bytes of the current file; fewer if it ends before.
   *
   * @throws an Error named NotFoundError if the file does not exist any more, other Errors if it cannot be read
   */
  read: (name: string, offset: number, size: number) => Promise<Uint8Array>
  /**
   * Returns the current file. Reading it fails if it changes.
   *
   * @throws an Error named NotFoundError if the file does not exist any more
   * @throws FileNotAllowedError if a person has to allow it first
   */
  open: (name: string) => Promise<File>
}
