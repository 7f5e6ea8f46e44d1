import { readSection } from '../lib/section.ts'
import type { Section } from '../lib/section.ts'
import { Store } from '../lib/store.ts'

/** What of the page is shown, as its address says. */
export const section = new Store<Section>(readSection(location.hash))

addEventListener('hashchange', () => { section.set(readSection(location.hash)) })
