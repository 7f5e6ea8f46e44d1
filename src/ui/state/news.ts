import { Store } from '../lib/store.ts'

/** Spoken by screen readers when it changes; says what a sighted person sees happen. */
export const spoken = new Store('')

/** The same sentence twice is a change too. */
export function say (sentence: string): void {
  spoken.set(spoken.value === sentence ? sentence + '\u00a0' : sentence)
}
