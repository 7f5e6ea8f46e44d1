/** A file that goes with a call, or (without content) an empty directory. */
export interface UploadFile {
  /** its place among the others, with `/` between the parts; empty where nobody asks for a name */
  path: string
  /** read piece by piece while it is sent; a File from a picker stays on disk */
  content?: Blob | Uint8Array
  /** when it was changed last: travels along where a command keeps it, as `add` with `preserve-mtime` */
  mtime?: Date
}
