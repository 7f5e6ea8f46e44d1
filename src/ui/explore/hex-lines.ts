export interface HexLinesOptions {
  /** first byte; default 0 */
  start?: number
  /** end of the range, exclusive; default all */
  end?: number
  /** bytes per line; default 16 */
  perLine?: number
  /** minimal digits of the offsets; default those of the last one, and at least four */
  digits?: number
  /** placeholder for a byte that is not a printable character */
  other?: string
}

/** Formats bytes as a hex dump: offset, hex values, and printable characters. */
export function hexLines (
  bytes: Uint8Array,
  {
    start = 0,
    end = bytes.length,
    perLine = 16,
    digits = Math.max(4, (Math.max(0, bytes.length - 1)).toString(16).length),
    other = '·'
  }: HexLinesOptions = {}
): string[] {
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
