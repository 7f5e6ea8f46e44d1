/**
 * Returns bytes generated from a seed, different for each seed. Sent to a page as text, so it must not use anything
 * from outside.
 */
export function seededBytes (seed: number, sizeBytes: number): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(Math.ceil(sizeBytes / 4))
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1

  for (let i = 0; i < words.length; i++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    words[i] = state
  }

  return new Uint8Array(words.buffer, 0, sizeBytes)
}
