import { encode } from 'uqr'

/**
 * Returns a QR code as an SVG path of unit squares, with the quiet zone of the standard (ISO/IEC 18004: four).
 *
 * @throws an Error if the text is too long
 */
export function qrPath (text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => isDark ? [`M${x} ${y}h1v1h-1z`] : [])).join('')
  return { path, size }
}
