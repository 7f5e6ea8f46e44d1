/** The order of Go's strings, which is that of their UTF-8 bytes; JavaScript's own differs behind U+FFFF. */
export function compareBytes (a: string, b: string): number {
  const length = Math.min(a.length, b.length)

  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]

    if (x !== y) {
      // surrogates stand for code points behind all others
      return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1
    }
  }

  return a.length - b.length
}

function isSurrogate (unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}
