import { sha256 } from '@noble/hashes/sha2.js'

/** Returns the position of a key, or of a peer ID, in the key space. */
export function kadId (key: Uint8Array): Uint8Array {
  return sha256(key)
}

/** Compares distances to a target: negative if `a` is nearer than `b`, 0 if they are equal. */
export function compareDistance (target: Uint8Array, a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < target.length; i++) {
    const difference = (a[i] ^ target[i]) - (b[i] ^ target[i])

    if (difference !== 0) {
      return difference
    }
  }

  return 0
}

/** Returns the number of leading bits that two positions share. */
export function commonPrefixBits (a: Uint8Array, b: Uint8Array): number {
  const i = a.findIndex((byte, i) => byte !== b[i])
  return i === -1 ? a.length * 8 : i * 8 + Math.clz32(a[i] ^ b[i]) - 24
}
