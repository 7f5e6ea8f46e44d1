const FIRST_SURROGATE = 0xd800

/**
 * Compares two strings by their UTF-8 bytes, like Go, and like the order of links in a dag-pb node. JavaScript's own
 * order differs beyond U+FFFF. Unlike `compareUtf8` it does not encode the strings, and is for valid text only.
 */
export function compareStrings (a: string, b: string): number {
  const length = Math.min(a.length, b.length)

  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)

    if (x !== y) {
      return rankUnit(x) - rankUnit(y)
    }
  }

  return a.length - b.length
}

/** Ranks surrogates above all other code units, because they represent higher code points. */
function rankUnit (unit: number): number {
  if (unit < FIRST_SURROGATE) {
    return unit
  }

  return unit <= 0xdfff ? unit + 0x2000 : unit - 0x800
}
