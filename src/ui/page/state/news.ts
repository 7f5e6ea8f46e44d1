import { Store } from '../../lib/reactive/store.ts'

/** Announcement for screen readers, of visible changes. */
export const spoken = new Store('')

/** Announces a sentence. A repeated sentence must differ to be announced again. */
export function announceNews (sentence: string): void {
  spoken.set(spoken.value === sentence ? sentence + '\u00a0' : sentence)
}
