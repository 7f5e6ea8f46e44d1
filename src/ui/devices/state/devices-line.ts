import { Store } from '../../lib/reactive/store.ts'
import { keepLocal, readLocal } from '../../lib/text/local-text.ts'

/** The line about the other device in the status bar; undefined for none. */
export const devicesLine = new Store<{ text?: string }>({})

const PAIRED = 'swipfs-paired'

/** Returns whether this browser is paired, as far as the page can know without its node. */
export function isPaired (): boolean {
  return readLocal(PAIRED) === '1'
}

/** Notes whether this browser is paired, so that the next visit loads the code for it. */
export function notePaired (paired: boolean): void {
  keepLocal(PAIRED, paired ? '1' : '0')
}
