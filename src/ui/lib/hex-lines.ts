export interface HexLinesOptions {
  /** the first byte; 0 when left out */
  start?: number
  /** is not among them; all when left out */
  end?: number
  /** 16 when left out */
  perLine?: number
  /** of the places, at least; as many as the last one has, and four, when left out */
  digits?: number
  /** in the place of a byte that is no letter */
  other?: string
}

/** Bytes as people look at them: where they are, each in hex, and those that are letters. */
export function hexLines (bytes: Uint8Array, { start = 0, end = bytes.length, perLine = 16, digits = Math.max(4, (Math.max(0, bytes.length - 1)).toString(16).length), other = '·' }: HexLinesOptions = {}): string[] {
  const last = Math.min(end, bytes.length)
  const lines: string[] = []

  for (let at = start; at < last; at += perLine) {
    const some = [...bytes.subarray(at, Math.min(at + perLine, last))]
    const hex = some.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const letters = some.map((byte) => byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : other).join('')
    lines.push(`${at.toString(16).padStart(digits, '0')}  ${hex.padEnd(perLine * 3 - 1)}  ${letters}`)
  }

  return lines
}
