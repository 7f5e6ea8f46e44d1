/** A file of a call, or an empty directory if it has no content. */
export interface UploadFile {
  /** path relative to the other files, with `/` as separator; empty if the name does not matter */
  path: string
  /** read in pieces while it is sent; a File from a picker stays on disk */
  content?: Blob | Uint8Array
  /** modification time, for commands that store it, such as `add` with `preserve-mtime` */
  mtime?: Date
}
