/** Concatenates chunks. The result is always a copy. */
export function concatBytes (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0

  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
  }

  return bytes
}
