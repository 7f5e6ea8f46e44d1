import { folded } from './folder-entry.ts'
import { naturalOrder } from './natural-order.ts'

/** Which of the kept items a person wants to see, and in which order. */
export interface PinChoice {
  /** a part of the names, in whatever case, or of a CID; empty for all */
  text: string
  sort: 'name' | 'size'
  descending: boolean
}

export const ALL_PINS: PinChoice = { text: '', sort: 'name', descending: false }

/** @param sizeOf - bytes; undefined, and last in whatever order, where they are not known */
export function chosenPins<P extends { cid: string, name: string }> (pins: readonly P[], { text, sort, descending }: PinChoice, sizeOf: (pin: P) => number | undefined): P[] {
  const part = folded(text.trim())
  const chosen = part === '' ? [...pins] : pins.filter(({ cid, name }) => folded(name).includes(part) || cid.includes(text.trim()))
  const sign = descending ? -1 : 1

  return chosen.sort((a, b) => {
    const [sizeA, sizeB] = sort === 'size' ? [sizeOf(a), sizeOf(b)] : []
    const known = sort !== 'size' ? 0 : sizeA == null || sizeB == null ? Number(sizeA == null) - Number(sizeB == null) : sign * (sizeA - sizeB)
    return known || (sort === 'name' ? sign : 1) * naturalOrder(a.name, b.name) || a.cid.localeCompare(b.cid)
  })
}
