import { t } from '../../lib/text/t.ts'
import { Icon } from '../../page/controls/icon.tsx'
import { openSearch } from '../../page/state/search-bar.ts'

const SHORTCUT = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘K' : 'Ctrl+K'

/** Opens the search, and shows its shortcut. */
export function SearchButton () {
  return (
    <button
      type='button'
      class='search-button'
      aria-haspopup='dialog'
      aria-keyshortcuts='Control+K Meta+K /'
      onClick={() => {
        openSearch()
      }}
    >
      <Icon of='search' />
      <span>{t('Search files, paste a link, run a command')}</span>
      <kbd aria-hidden='true'>{SHORTCUT}</kbd>
    </button>
  )
}
