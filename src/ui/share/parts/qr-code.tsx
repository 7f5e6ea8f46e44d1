import { useMemo } from 'preact/hooks'
import { t } from '../../lib/text/t.ts'
import { qrPath } from '../lib/qr-path.ts'

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
