import { useStore } from '../../lib/reactive/store.ts'
import { t, words } from '../../lib/text/t.ts'
import type { Words } from '../../lib/text/t.ts'
import { chooseTheme, theme, THEMES } from '../state/theme.ts'
import type { Theme } from '../state/theme.ts'
import { LanguageChoice } from './language-choice.tsx'
import { SettingGroup } from './setting-group.tsx'

const NAMES: Record<Theme, Words> = { system: words('System'), light: words('Light'), dark: words('Dark') }

/** Choice of language and theme. */
export function AppearanceSettings () {
  const chosen = useStore(theme)

  return (
    <SettingGroup id='appearance' title={t('Appearance')}>
      <LanguageChoice />
      <label class='look'>
        <span>{t('Theme')}</span>
        <select
          value={chosen}
          onChange={({ currentTarget }) => {
            chooseTheme(THEMES[currentTarget.selectedIndex])
          }}
        >
          {THEMES.map((one) => <option key={one} value={one}>{t(NAMES[one])}</option>)}
        </select>
      </label>
    </SettingGroup>
  )
}
