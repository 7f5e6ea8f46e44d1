import type { Uint64 } from './uint64.ts'

/** Returns how many bytes a protobuf varint of `n` takes. */
export function varintLength (n: Uint64): number {
  if (typeof n === 'bigint') {
    return int64Varint(n).length
  }

  let length = 1

  for (; n >= 0x80; n = n < 0x80000000 ? n >>> 7 : Math.floor(n / 0x80)) {
    length++
  }

  return length
}

/**
 * Writes `n` at `at`.
 *
 * @returns where it ends
 */
export function writeVarint (out: Uint8Array, at: number, n: Uint64): number {
  if (typeof n === 'bigint') {
    const bytes = int64Varint(n)
    out.set(bytes, at)
    return at + bytes.length
  }

  for (; n >= 0x80; n = n < 0x80000000 ? n >>> 7 : Math.floor(n / 0x80)) {
    out[at++] = (n & 0x7f) | 0x80
  }

  out[at++] = n
  return at
}

/** Encodes `n`. */
export function varintBytes (n: number): Uint8Array {
  const bytes = new Uint8Array(varintLength(n))
  writeVarint(bytes, 0, n)
  return bytes
}

/** Encodes a protobuf `int64` as a varint: a negative number takes ten bytes. */
export function int64Varint (n: bigint): Uint8Array {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, n)

  for (; rest >= 0x80n; rest >>= 7n) {
    bytes.push(Number(rest & 0x7fn) | 0x80)
  }

  bytes.push(Number(rest))
  return Uint8Array.from(bytes)
}
