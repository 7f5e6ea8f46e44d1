import { useState } from 'preact/hooks'
import { t } from '../../lib/text/t.ts'
import { CopyButton } from '../../page/controls/copy-button.tsx'
import { Icon } from '../../page/controls/icon.tsx'
import { QrCode } from './qr-code.tsx'

/**
 * The main actions for a link: copy it, show it as a QR code, and pass it to the system's share menu.
 *
 * @param link - undefined while it is being made
 */
export function LinkActions ({ link, name }: { link: string | undefined; name: string }) {
  const [showsQr, setShowsQr] = useState(false)

  return (
    <>
      <div class='actions'>
        <CopyButton
          class='main'
          text={link ?? ''}
          label={t('Copy link')}
          what={t('link to {name}', { name })}
          disabled={link == null}
          takesFocus
        />
        <button
          type='button'
          disabled={link == null}
          aria-expanded={showsQr}
          onClick={() => {
            setShowsQr(!showsQr)
          }}
        >
          {t('QR code')}
        </button>
        {typeof navigator.share === 'function' && (
          <button
            type='button'
            disabled={link == null}
            onClick={() => {
              navigator.share({ title: name, url: link }).catch(() => {}) // The user cancelled.
            }}
          >
            <Icon of='share' /> <span>{t('Share…')}</span>
          </button>
        )}
      </div>
      {showsQr && link != null && <QrCode text={link} label={t('QR code of the link to {name}', { name })} />}
    </>
  )
}
