/** A file of a call, or an empty directory if it has no content. */
export interface UploadFile {
  /** path relative to the other files, with `/` as separator; empty if the name does not matter */
  path: string
  /** read in pieces while it is sent; a File from a picker stays on disk */
  content?: Blob | Uint8Array
  /** modification time, for commands that store it, such as `add` with `preserve-mtime` */
  mtime?: Date
}

/**
 * Builds the multipart body for files, as Kubo's clients do: percent-encoded paths as file names (a browser would
 * escape some characters differently), and modification times in the part names.
 *
 * @example
 * ```ts
 * const body = uploadForm([{ path: 'docs/hi.txt', content: new Blob(['hi']) }])
 * await fetch('/api/v0/add', { method: 'POST', body })
 * ```
 */
export function uploadForm (files: readonly UploadFile[]): FormData {
  const form = new FormData()
  for (const { path, content, mtime } of files) {
    // The type states what a part is, so the file's own media type must be dropped.
    const part = content == null
      ? new Blob([], { type: 'application/x-directory' })
      : new Blob([content as BlobPart], { type: 'application/octet-stream' })
    form.append(mtime == null ? 'file' : `file?${timeQuery(mtime)}`, part, encodeURIComponent(path))
  }
  return form
}

function timeQuery (time: Date): string {
  const ms = time.getTime()
  const secs = Math.floor(ms / 1000)
  return `mtime=${secs}&mtime-nsecs=${(ms - secs * 1000) * 1_000_000}`
}
