import { useLayoutEffect, useRef } from 'preact/hooks'
import { useStore } from '../lib/store.ts'
import { t } from '../lib/t.ts'
import { install, installPage } from '../state/install.ts'

/** Offers to have the page as an app, where the browser can. @param onGone - the card goes, and with it what had the focus */
export function InstallCard ({ onGone }: { onGone: () => void }) {
  const { prompt } = useStore(install)
  const button = useRef<HTMLButtonElement>(null)
  // seen while the button is still there: a browser tells nobody whose focus it took
  const leaves = prompt == null && button.current != null && button.current === document.activeElement

  useLayoutEffect(() => { if (leaves) onGone() }, [leaves])

  return prompt == null ? null : (
    <section class='panel card' aria-labelledby='install-title'>
      <h2 id='install-title'>{t('Have it as an app')}</h2>
      <p>{t('A window of its own, a place in the share menu, CARs that open here; and the browser is more likely to keep what is stored.')}</p>
      <div class='actions'><button type='button' ref={button} onClick={() => { void installPage() }}>{t('Install')}</button></div>
    </section>
  )
}
