/** The number of digits that distinguishes any two 32-bit floats. */
const MAX_DIGITS = 9

/** Returns a number as a float32 in Go's notation: with the fewest digits that distinguish it from its neighbours. */
export function shortFloat32 (value: number): number {
  const single = Math.fround(value)
  let digits = 1

  while (digits < MAX_DIGITS && Math.fround(Number(single.toPrecision(digits))) !== single) {
    digits++
  }

  return Number(single.toPrecision(digits))
}
