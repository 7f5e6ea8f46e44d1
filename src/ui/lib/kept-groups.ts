import { words } from './t.ts'
import type { Words } from './t.ts'

/** What is kept, in the order in which it wants to be looked at. */
export const KEPT_GROUPS = { added: words('Just added'), lacking: words('Blocks are missing'), others: words('The others') } satisfies Record<string, Words>

export interface KeptGroup<P> {
  is: keyof typeof KEPT_GROUPS
  pins: readonly P[]
}

/**
 * What is kept in groups, each in the order that it has: what a person has just added, then what lacks blocks, then the others. None of them is empty.
 *
 * @param added - CIDs of what was just added
 */
export function keptGroups<P extends { cid: string }> (pins: readonly P[], { added, isLacking }: { added: { has: (cid: string) => boolean }, isLacking: (pin: P) => boolean }): Array<KeptGroup<P>> {
  const groups: Record<KeptGroup<P>['is'], P[]> = { added: [], lacking: [], others: [] }
  for (const pin of pins) groups[added.has(pin.cid) ? 'added' : isLacking(pin) ? 'lacking' : 'others'].push(pin)
  return (['added', 'lacking', 'others'] as const).map((is) => ({ is, pins: groups[is] })).filter(({ pins }) => pins.length > 0)
}
