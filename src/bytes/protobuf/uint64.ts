/** An unsigned 64-bit integer: a number up to 2^53 - 1, a bigint above. Equal values are equal by `===`. */
export type Uint64 = number | bigint

/** Returns the 64 low bits of an integer, as Go's `uint64` keeps them. */
export function toUint64 (value: bigint): Uint64 {
  const bits = BigInt.asUintN(64, value)
  return bits <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(bits) : bits
}

/** Adds sizes to the first one. The sum wraps around at 2^64, as a sum of `uint64` does in Go. */
export function addUint64 (first: Uint64, sizes: Iterable<Uint64>): Uint64 {
  let sum = first

  for (const size of sizes) {
    const near = Number(sum) + Number(size)
    sum = Number.isSafeInteger(near) ? near : toUint64(BigInt(sum) + BigInt(size))
  }

  return sum
}
