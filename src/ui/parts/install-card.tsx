import { useStore } from '../lib/store.ts'
import { t } from '../lib/t.ts'
import { install, installPage } from '../state/install.ts'

/** Offers to have the page as an app, where the browser can. */
export function InstallCard () {
  const { prompt } = useStore(install)

  return prompt == null ? null : (
    <section class='panel card' aria-labelledby='install-title'>
      <h2 id='install-title'>{t('Have it as an app')}</h2>
      <p>{t('A window of its own, a place in the share menu, CARs that open here; and the browser is more likely to keep what is stored.')}</p>
      <div class='actions'><button type='button' onClick={() => { void installPage() }}>{t('Install')}</button></div>
    </section>
  )
}
