/**
 * Reads a part of a Blob. `arrayBuffer()` is the fastest way in Chromium, at every size.
 *
 * @throws if the Blob is shorter, or cannot be read
 */
export async function readBlob (blob: Blob, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  if (blob.size < end) {
    throw new Error(`the segment has ${blob.size} bytes where ${end} are needed`)
  }

  const part = start === 0 && end === blob.size ? blob : blob.slice(start, end)
  const bytes = new Uint8Array(await part.arrayBuffer())

  if (bytes.byteLength !== end - start) {
    throw new Error(`the segment gave ${bytes.byteLength} of ${end - start} bytes`)
  }

  return bytes
}
