import { murmur364 } from '@multiformats/murmur3'

/**
 * Returns the murmur3-x64-64 hash: the first 64 bits of MurmurHash3 x64 128 with seed 0, high byte first, like Go's
 * `murmur3.New64().Sum`. HAMT directories use it to place names.
 */
export function murmur3x64 (bytes: Uint8Array): Uint8Array {
  // the package hashes synchronously, although its type allows promises
  return murmur364.encode(bytes) as Uint8Array
}
