/**
 * Copies bytes into a buffer of their own, to be transferred. Cloning a view would send its whole buffer, and blocks
 * share buffers.
 */
export function ownBytes (bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.slice() as Uint8Array<ArrayBuffer>
}
