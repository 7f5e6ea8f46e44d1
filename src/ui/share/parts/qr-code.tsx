import { useMemo } from 'preact/hooks'
import { encode } from 'uqr'
import { t } from '../../lib/text/t.ts'

/** A link as a QR code. */
export function QrCode ({ text, label }: { text: string; label: string }) {
  const code = useMemo(() => {
    try {
      return qrPath(text)
    } catch {
      return undefined
    }
  }, [text])

  return code == null
    ? <p class='facts'>{t('The link is too long for a QR code.')}</p>
    : (
      <svg
        class='qr'
        role='img'
        aria-label={label}
        viewBox={`0 0 ${code.size} ${code.size}`}
        shape-rendering='crispEdges'
      >
        <path d={code.path} />
      </svg>
    )
}

/**
 * Returns a QR code as an SVG path of unit squares, with the quiet zone of the standard (ISO/IEC 18004: four).
 *
 * @throws an Error if the text is too long
 */
function qrPath (text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => isDark ? [`M${x} ${y}h1v1h-1z`] : [])).join('')
  return { path, size }
}
