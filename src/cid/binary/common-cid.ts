const V0_BYTES = 34

/**
 * Whether bytes from `start` to `end` are a CID of one of the two forms that nearly all links have: version 0, or
 * version 1 with a codec, a hash function and a length of one byte each. What is neither may be a CID all the same.
 */
export function isUsualCid (bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start

  if (bytes[start] === 0x12) {
    return bytes[start + 1] === 0x20 && length === V0_BYTES
  }

  return length >= 4 && bytes[start] === 1 && bytes[start + 1] < 0x80 && bytes[start + 2] < 0x80 &&
    bytes[start + 3] < 0x80 && length === 4 + bytes[start + 3]
}
