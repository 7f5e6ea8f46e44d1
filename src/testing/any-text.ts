import fc from 'fast-check'

const LAST_CODE_POINT = 0x10ffff
/** Halves of pairs are left out: no text in UTF-8 has one. */
const SURROGATES = { first: 0xd800, count: 0x800 }

const unit = fc.integer({ min: 0, max: LAST_CODE_POINT - SURROGATES.count })
  .map((place) => String.fromCodePoint(place < SURROGATES.first ? place : place + SURROGATES.count))

/** Texts of any characters: what fast-check has as `unit: 'binary'`, for each of which it makes a table of a million of them first, in a second. */
export function anyText (constraints: { minLength?: number, maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit })
}
