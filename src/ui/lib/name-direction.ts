const LETTER = /\p{L}/u
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Which way a name is read, by its first letter, as the Unicode algorithm has it: where one is too long for its place its end is cut, on whichever side that is.
 * (`dir=auto` does not look into the `bdi` of a name.)
 */
export function nameDirection (name: string): 'ltr' | 'rtl' {
  return FROM_RIGHT.test(LETTER.exec(name)?.[0] ?? '') ? 'rtl' : 'ltr'
}
