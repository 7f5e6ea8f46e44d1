const LETTER = /\p{L}/u
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Returns the text direction of a name by its first strong letter, like the Unicode bidirectional algorithm. A name
 * that is too long is truncated at its end on the correct side. (`dir=auto` ignores the `bdi` of a name.)
 */
export function nameDirection (name: string): 'ltr' | 'rtl' {
  return FROM_RIGHT.test(LETTER.exec(name)?.[0] ?? '') ? 'rtl' : 'ltr'
}
