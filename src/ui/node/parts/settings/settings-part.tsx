import { t } from '../../../lib/text/t.ts'
import { SettingsList } from '../../../settings/parts/settings-list.tsx'
import { AdvancedSettings } from './advanced-settings.tsx'

/** All settings: those that people look for, then those of Kubo. */
export function SettingsPart () {
  return (
    <>
      <SettingsList />
      <section class='advanced' aria-labelledby='advanced-title'>
        <h3 id='advanced-title'>{t('Advanced')}</h3>
        <p class='facts'>
          {t('The settings of Kubo, the reference implementation of IPFS, by their names.')}
        </p>
        <AdvancedSettings />
      </section>
    </>
  )
}
