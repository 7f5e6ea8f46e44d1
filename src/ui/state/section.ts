import { readSection } from '../lib/section.ts'
import type { Section } from '../lib/section.ts'
import { Store } from '../lib/store.ts'

/** The displayed section, from the page's URL. */
export const section = new Store<Section>(readSection(location.hash))

addEventListener('hashchange', () => {
  section.set(readSection(location.hash))
})
