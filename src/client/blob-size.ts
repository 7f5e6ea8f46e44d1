const sizes = new WeakMap<Blob, number>()

/**
 * The size of a Blob as it was when somebody asked first, in bytes. Chromium asks the disk each time for one of a file that was picked or dropped: thousands
 * of them are looked at once, and with pauses.
 */
export function blobSize (blob: Blob): number {
  let size = sizes.get(blob)

  if (size == null) {
    size = blob.size
    sizes.set(blob, size)
  }

  return size
}
