import { useStore } from '../../lib/reactive/store.ts'
import { t, words } from '../../lib/text/t.ts'
import type { Words } from '../../lib/text/t.ts'
import { chooseTheme, theme, THEMES } from '../state/theme.ts'
import type { Theme } from '../state/theme.ts'
import { LanguageChoice } from './language-choice.tsx'

const NAMES: Record<Theme, Words> = { system: words('System'), light: words('Light'), dark: words('Dark') }

/** Choice of theme and language. */
export function Look () {
  const chosen = useStore(theme)

  return (
    <div class='looks'>
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
      <LanguageChoice />
    </div>
  )
}
