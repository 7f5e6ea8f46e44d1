import { targetFolder } from '../intake/state/arriving.ts'
import { filesLink } from '../lib/links/section.ts'
import { Store } from '../lib/reactive/store.ts'
import { section } from '../page/state/section.ts'

/** An action of Files that needs an input. */
export type Asked = { is: 'folder' } | { is: 'rename'; name: string } | { is: 'content'; initial: string }

/** The question of the Files section, with the folder that it belongs to. */
export const asked = new Store<{ folder: string; what: Asked } | undefined>(undefined)

/** Asks for the input of an action in the open folder; from other sections, in the root of Files. */
export function askFor (what: Asked): void {
  const folder = targetFolder()
  asked.set({ folder, what })
  if (section.value.is !== 'files') {
    location.hash = filesLink(folder)
  }
}

/** Removes the question. */
export function endAsking (): void {
  asked.set(undefined)
}
