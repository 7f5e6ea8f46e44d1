import { hexDigits } from './hex-digits.ts'

const LINE_BYTES = 16
const HALF = 8

/** Formats bytes like Go's `hex.Dump` and `hexdump -C`: offset, hexadecimal, ASCII. */
export function hexDump (bytes: Uint8Array): string {
  const lines: string[] = []

  for (let at = 0; at < bytes.length; at += LINE_BYTES) {
    const line = Array.from(bytes.subarray(at, at + LINE_BYTES))
    const cells = Array.from(
      { length: LINE_BYTES },
      (_, i) => `${i === HALF ? ' ' : ''}${i < line.length ? hexDigits(line[i], 2) : '  '} `
    )
    const ascii = line.map((byte) => byte < 32 || byte > 126 ? '.' : String.fromCharCode(byte)).join('')
    lines.push(`${hexDigits(at, 8)}  ${cells.join('')} |${ascii}|\n`)
  }

  return lines.join('')
}
