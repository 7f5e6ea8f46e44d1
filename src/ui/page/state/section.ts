import { filesLink, readSection } from '../../lib/links/section.ts'
import type { Section } from '../../lib/links/section.ts'
import { Store } from '../../lib/reactive/store.ts'

/** The displayed section, from the page's URL. */
export const section = new Store<Section>(readSection(location.hash))

addEventListener('hashchange', () => {
  section.set(readSection(location.hash))
})

/** Returns the URL fragment of the displayed section, in its canonical form. */
export function shownPlace (): string {
  return section.value.is === 'files' ? filesLink(section.value.path) : location.hash
}

/** Shows another section in place of this one, without an entry in the history. */
export function replaceSection (hash: string): void {
  history.replaceState(history.state, '', hash)
  section.set(readSection(hash))
}
