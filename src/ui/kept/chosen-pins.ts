import { folded } from '../folder/lib/folder-entry.ts'

/** Filter and order of the pins. */
export interface PinChoice {
  /** part of a name (case-insensitive) or of a CID; empty for all */
  text: string
  sort: 'name' | 'size' | 'since'
  descending: boolean
}

export const ALL_PINS: PinChoice = { text: '', sort: 'name', descending: false }

/**
 * Filters and sorts pins.
 *
 * @param pins - in the order of their names, which equal ones keep
 * @param valueOf - returns the sort value if the order is not by name, ascending; undefined values are always last
 */
export function chosenPins<P extends { cid: string; name: string }> (
  pins: readonly P[],
  { text, sort, descending }: PinChoice,
  valueOf: (pin: P) => number | undefined
): P[] {
  const part = folded(text.trim())
  const chosen = part === ''
    ? [...pins]
    : pins.filter(({ cid, name }) => folded(name).includes(part) || cid.includes(text.trim()))

  if (sort === 'name') {
    return descending ? chosen.reverse() : chosen
  }

  const sign = descending ? -1 : 1

  return chosen.sort((a, b) => {
    const [valueA, valueB] = [valueOf(a), valueOf(b)]
    return valueA == null || valueB == null ? Number(valueA == null) - Number(valueB == null) : sign * (valueA - valueB)
  })
}
