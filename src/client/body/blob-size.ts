const sizes = new WeakMap<Blob, number>()

/**
 * Returns the size of a Blob in bytes, cached from the first call. Chromium reads the size of a picked or dropped file
 * from disk each time, which is slow for thousands of files.
 */
export function blobSize (blob: Blob): number {
  let size = sizes.get(blob)

  if (size == null) {
    size = blob.size
    sizes.set(blob, size)
  }

  return size
}
