/** Creates a body for `dag/import`: each file is a part. */
export function fileForm (files: Array<Uint8Array | string>): FormData {
  const form = new FormData()
  files.forEach((file, i) => {
    form.append('file', new Blob([file as BlobPart]), `${i}`)
  })
  return form
}
