import { useEffect } from 'preact/hooks'
import { isTyping } from '../../lib/reactive/is-typing.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { closeSearch, openSearch, searchBar } from '../../page/state/search-bar.ts'
import { SearchDialog } from './search-dialog.tsx'

/** The search over the page, and its shortcuts: Ctrl+K or ⌘K anywhere, and / outside of fields. */
export function SearchPlace () {
  const { isOpen, text } = useStore(searchBar)

  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
    }
  }, [])

  return isOpen ? <SearchDialog initial={text} /> : null
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
