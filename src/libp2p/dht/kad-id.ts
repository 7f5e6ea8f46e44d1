import { sha256 } from '@noble/hashes/sha2.js'

/** Where a key, or the ID of a peer, is in the space of the DHT. */
export function kadId (key: Uint8Array): Uint8Array {
  return sha256(key)
}

/** Negative where `a` is nearer to the target than `b`; 0 for the same. */
export function compareDistance (target: Uint8Array, a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < target.length; i++) {
    const difference = (a[i] ^ target[i]) - (b[i] ^ target[i])

    if (difference !== 0) {
      return difference
    }
  }

  return 0
}

/** How many bits two of them have in common at their start. */
export function commonPrefixBits (a: Uint8Array, b: Uint8Array): number {
  const i = a.findIndex((byte, i) => byte !== b[i])
  return i === -1 ? a.length * 8 : i * 8 + Math.clz32(a[i] ^ b[i]) - 24
}
