/** A body as clients send it to `dag/import`: each file a part. */
export function fileForm (files: Array<Uint8Array | string>): FormData {
  const form = new FormData()
  files.forEach((file, i) => { form.append('file', new Blob([file as BlobPart]), `${i}`) })
  return form
}
