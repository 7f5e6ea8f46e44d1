import { useEffect } from 'preact/hooks'
import { isTyping } from '../../lib/reactive/is-typing.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { Later } from '../../page/later.tsx'
import { closeSearch, openSearch, searchBar } from '../../page/search-bar.ts'

// Loaded when the page is idle, and not before: the first view does not need it.
const loadDialog = async () => (await import('./search-dialog.tsx')).SearchDialog

/** The search over the page, and its shortcuts: Ctrl+K or ⌘K anywhere, and / outside of fields. */
export function SearchPlace () {
  const { isOpen, text } = useStore(searchBar)

  useEffect(() => {
    addEventListener('keydown', onKey)
    requestIdleCallback?.(() => {
      loadDialog().catch(() => {}) // It is reported when the search is opened.
    })
    return () => {
      removeEventListener('keydown', onKey)
    }
  }, [])

  return isOpen ? <Later load={loadDialog} name={t('Search')} props={{ initial: text }} /> : null
}

function onKey (event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey) {
    return
  }
  const hasCtrl = event.ctrlKey || event.metaKey
  const isShortcut = hasCtrl && !event.shiftKey && (event.key.toLowerCase() === 'k' || event.code === 'KeyK')

  if (isShortcut || (event.key === '/' && !hasCtrl && !isTyping(event.target))) {
    event.preventDefault()
    if (searchBar.value.isOpen) {
      closeSearch()
    } else {
      openSearch()
    }
  }
}
