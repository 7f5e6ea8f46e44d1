/** Files outside of the store that may be referred to: those of a disk, or those that a person has picked. */
export interface ReferencedFiles {
  /**
   * The name under which a file is kept in references.
   *
   * @param path - the `Abspath` of an upload
   * @throws an Error for a file that must not be referred to
   */
  nameOf: (path: string) => Promise<string>
  /**
   * Bytes of a file as it is now; fewer where it ends.
   *
   * @throws an Error named NotFoundError when there is no such file any more, and others that say why it cannot be read
   */
  read: (name: string, offset: number, size: number) => Promise<Uint8Array>
  /**
   * A file as it is now. Reading it fails when it changes.
   *
   * @throws an Error named NotFoundError when there is no such file any more, FileNotAllowedError when a person has to be asked first
   */
  open: (name: string) => Promise<File>
}
