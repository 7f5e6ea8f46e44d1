import { words } from './t.ts'
import type { Words } from './t.ts'

/** What is kept, in the order in which it wants to be looked at. */
export const KEPT_GROUPS = { added: words('Just added'), lacking: words('Blocks are missing'), others: words('The others') } satisfies Record<string, Words>

export interface KeptGroup<P> {
  is: keyof typeof KEPT_GROUPS
  pins: readonly P[]
}

/**
 * What is kept in groups: what a person has just added, the newest first, then what lacks blocks, then the others in their order. None of them is empty.
 *
 * @param added - CIDs of what was just added, the newest last
 */
export function keptGroups<P extends { cid: string }> (pins: readonly P[], { added, isLacking }: { added: Iterable<string>, isLacking: (pin: P) => boolean }): Array<KeptGroup<P>> {
  const newest = new Map([...added].map((cid, i) => [cid, i]))
  const groups: Record<KeptGroup<P>['is'], P[]> = { added: [], lacking: [], others: [] }
  for (const pin of pins) groups[newest.has(pin.cid) ? 'added' : isLacking(pin) ? 'lacking' : 'others'].push(pin)
  groups.added.sort((a, b) => newest.get(b.cid)! - newest.get(a.cid)!)
  return (['added', 'lacking', 'others'] as const).map((is) => ({ is, pins: groups[is] })).filter(({ pins }) => pins.length > 0)
}
