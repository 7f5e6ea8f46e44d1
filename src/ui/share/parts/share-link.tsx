import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { t } from '../../lib/text/t.ts'
import { CopyButton } from '../../page/copy-button.tsx'
import { qrPath } from '../lib/qr-path.ts'

interface ShareLinkProps {
  title: string
  /** name of the content */
  name: string
  note: string
  /** undefined if there is none yet */
  link: string | undefined
  children?: ComponentChildren
}

/** A link to copy, to share through the system, or to show as a QR code. */
export function ShareLink ({ title, name, note, link, children }: ShareLinkProps) {
  const [shown, setShown] = useState(false)
  const isUrl = link != null && /^[a-z]+:\/\//.test(link)
  const canHandOver = isUrl && link.startsWith('http') && typeof navigator.share === 'function'

  return (
    <div class='share-way'>
      <h3>{title}</h3>
      <p class='facts'>{note}</p>
      {children}
      {link != null && (
        <>
          <code class='share-text'>{link}</code>
          <div class='actions'>
            <CopyButton text={link} what={t('{title} of {name}', { title, name })} />
            <button
              type='button'
              class='quiet'
              aria-expanded={shown}
              aria-label={t('QR code: {title} of {name}', { title, name })}
              onClick={() => {
                setShown(!shown)
              }}
            >
              {t('QR code')}
            </button>
            {canHandOver && (
              <button
                type='button'
                class='quiet'
                aria-label={t('Share {title} of {name}', { title, name })}
                onClick={() => {
                  navigator.share({ title: name, url: link }).catch(() => {})
                }}
              >
                {t('Share…')}
              </button>
            )}
          </div>
          {shown && <Qr text={link} label={t('QR code: {title} of {name}', { title, name })} />}
        </>
      )}
    </div>
  )
}

function Qr ({ text, label }: { text: string; label: string }) {
  const code = useMemo(() => {
    try {
      return qrPath(text)
    } catch {
      return undefined
    }
  }, [text])

  return code == null
    ? <p class='facts'>{t('This link is too long for a QR code.')}</p>
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
