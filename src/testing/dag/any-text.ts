import fc from 'fast-check'

const LAST_CODE_POINT = 0x10ffff
/** Surrogates are left out: valid UTF-8 has none. */
const SURROGATES = { first: 0xd800, count: 0x800 }

const unit = fc.integer({ min: 0, max: LAST_CODE_POINT - SURROGATES.count })
  .map((place) => String.fromCodePoint(place < SURROGATES.first ? place : place + SURROGATES.count))

/**
 * Generates texts of any characters. fast-check's `unit: 'binary'` would do the same, but first builds a table of a
 * million characters per arbitrary, which takes a second.
 */
export function anyText (constraints: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit })
}
