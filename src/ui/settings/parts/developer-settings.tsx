import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { developerMode, setDeveloperMode } from '../../page/state/developer-mode.ts'
import { SettingGroup } from './setting-group.tsx'

/** Switch that shows details for developers in all sections. */
export function DeveloperSettings () {
  return (
    <SettingGroup id='developer' title={t('Developer')}>
      <label class='check'>
        <input
          type='checkbox'
          role='switch'
          aria-describedby='developer-help'
          checked={useStore(developerMode)}
          onChange={({ currentTarget }) => {
            setDeveloperMode(currentTarget.checked)
          }}
        />{' '}
        {t('Developer mode')}
      </label>
      <p id='developer-help' class='facts'>
        {t('Shows the command for each action, CIDs in lists, block counts, and agent versions.')}
      </p>
    </SettingGroup>
  )
}
