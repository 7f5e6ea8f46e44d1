/** Returns a form with one file. */
export function upload (bytes: Uint8Array): FormData {
  const form = new FormData()
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'file')
  return form
}
