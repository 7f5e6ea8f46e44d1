import { words } from '../lib/text/t.ts'
import type { Words } from '../lib/text/t.ts'

/** Groups of pins, in display order. */
export const KEPT_GROUPS = {
  added: words('Just added'),
  lacking: words('Blocks are missing'),
  others: words('The others')
} satisfies Record<string, Words>

export interface KeptGroup<P> {
  is: keyof typeof KEPT_GROUPS
  pins: readonly P[]
}

/**
 * Groups pins, and keeps their order within each group: just added ones, then those that lack blocks, then the others.
 * Empty groups are left out.
 *
 * @param added - CIDs of just added pins
 */
export function keptGroups<P extends { cid: string }> (
  pins: readonly P[],
  { added, isLacking }: { added: { has: (cid: string) => boolean }; isLacking: (pin: P) => boolean }
): Array<KeptGroup<P>> {
  const groups: Record<KeptGroup<P>['is'], P[]> = { added: [], lacking: [], others: [] }
  for (const pin of pins) {
    groups[added.has(pin.cid) ? 'added' : isLacking(pin) ? 'lacking' : 'others'].push(pin)
  }
  return (['added', 'lacking', 'others'] as const).map((is) => ({ is, pins: groups[is] })).filter(({ pins }) =>
    pins.length > 0
  )
}
