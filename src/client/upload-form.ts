import type { UploadFile } from './upload-file.ts'

/**
 * The multipart body for files: percent-encoded paths as file names, as Kubo's
 * clients send them (a browser would escape some characters in its own way),
 * and times in the names of their parts.
 */
export function uploadForm (files: readonly UploadFile[]): FormData {
  const form = new FormData()
  for (const { path, content, mtime } of files) {
    // the type says what a part is, so a file's own type must not speak here
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
