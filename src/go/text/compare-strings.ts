const FIRST_SURROGATE = 0xd800

/**
 * Order of two names by their UTF-8 bytes, as links in a dag-pb node and all strings in Go are ordered; JavaScript's
 * own differs beyond U+FFFF. Unlike `compareUtf8` it makes no bytes of them, and is for text alone.
 */
export function compareStrings (a: string, b: string): number {
  const length = Math.min(a.length, b.length)

  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)

    if (x !== y) {
      return rank(x) - rank(y)
    }
  }

  return a.length - b.length
}

/** Surrogates stand for code points above all that one unit can hold. */
function rank (unit: number): number {
  if (unit < FIRST_SURROGATE) {
    return unit
  }

  return unit <= 0xdfff ? unit + 0x2000 : unit - 0x800
}
