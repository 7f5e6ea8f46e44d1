/** Returns pseudorandom bytes, deterministic for a seed. */
export function noiseBytes (seed: number, length: number): Uint8Array {
  let x = seed

  return Uint8Array.from({ length }, () => {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    return x & 0xff
  })
}
