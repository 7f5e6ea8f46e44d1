import { useStore } from '../lib/store.ts'
import { t, words } from '../lib/t.ts'
import { chooseTheme, theme, THEMES } from '../state/theme.ts'

const NAMES = { system: words('As the system'), light: words('Light'), dark: words('Dark') }

/** How the page looks, for the person to choose. */
export function Look () {
  const chosen = useStore(theme)

  return (
    <label class='look'>
      <span>{t('Theme')}</span>
      <select value={chosen} onChange={({ currentTarget }) => { chooseTheme(THEMES[currentTarget.selectedIndex]) }}>
        {THEMES.map((one) => <option key={one} value={one}>{t(NAMES[one])}</option>)}
      </select>
    </label>
  )
}
