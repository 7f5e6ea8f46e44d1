import { useLayoutEffect, useRef } from 'preact/hooks'
import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { install, installPage } from '../state/install.ts'

/**
 * Offers to install the page as an app, if the browser supports it.
 *
 * @param onGone - called when the card is removed while it has the focus
 */
export function InstallCard ({ onGone }: { onGone: () => void }) {
  const { prompt } = useStore(install)
  const button = useRef<HTMLButtonElement>(null)
  // Checked while the button exists: browsers do not report a focus that is lost by removal.
  const leaves = prompt == null && button.current != null && button.current === document.activeElement

  useLayoutEffect(() => {
    if (leaves) {
      onGone()
    }
  }, [leaves])

  return prompt == null ? null : (
    <section class='panel card' aria-labelledby='install-title'>
      <h2 id='install-title'>{t('Install the app')}</h2>
      <p>
        {t(
          'Opens in its own window, accepts shared files, and makes your storage safer.'
        )}
      </p>
      <div class='actions'>
        <button
          type='button'
          ref={button}
          onClick={() => {
            void installPage()
          }}
        >
          {t('Install')}
        </button>
      </div>
    </section>
  )
}
