/** Digits that are enough to tell any two 32-bit floats apart. */
const MAX_DIGITS = 9

/** A number as a float32 that is written as Go writes one: with as few digits as tell it from its neighbours. */
export function shortFloat32 (value: number): number {
  const single = Math.fround(value)
  let digits = 1

  while (digits < MAX_DIGITS && Math.fround(Number(single.toPrecision(digits))) !== single) {
    digits++
  }

  return Number(single.toPrecision(digits))
}
