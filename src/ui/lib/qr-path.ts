import { encode } from 'uqr'

/** A QR code as a path of squares of one unit, with the quiet zone that the standard asks for (ISO/IEC 18004: four). @throws an Error for what is too long for one */
export function qrPath (text: string): { path: string, size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => isDark ? [`M${x} ${y}h1v1h-1z`] : [])).join('')
  return { path, size }
}
