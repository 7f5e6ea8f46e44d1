/** Digits that are enough for any 32-bit float. */
const MAX_DIGITS = 9

/** A number that is written as Go writes a float32: with as few digits as tell it from its neighbours. */
export function shortFloat32 (value: number): number {
  for (let digits = 1; digits < MAX_DIGITS; digits++) {
    const short = Number(value.toPrecision(digits))

    if (Math.fround(short) === Math.fround(value)) {
      return short
    }
  }

  return value
}
