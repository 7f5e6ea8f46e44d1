/**
 * A copy in a buffer of its own, to be transferred. Cloning a view would send the whole buffer that it looks at, and
 * blocks share theirs.
 */
export function ownBytes (bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.slice() as Uint8Array<ArrayBuffer>
}
