import { Store } from '../../lib/reactive/store.ts'

/** The search and command bar: whether it is open, and its text at first. */
export const searchBar = new Store<{ isOpen: boolean; text: string }>({ isOpen: false, text: '' })

/** Opens the search, for example with a pasted address. */
export function openSearch (text = ''): void {
  searchBar.set({ isOpen: true, text })
}

export function closeSearch (): void {
  searchBar.set({ isOpen: false, text: '' })
}
