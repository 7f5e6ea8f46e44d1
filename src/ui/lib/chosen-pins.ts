import { folded } from './folder-entry.ts'

/** Which of the kept items a person wants to see, and in which order. */
export interface PinChoice {
  /** a part of the names, in whatever case, or of a CID; empty for all */
  text: string
  sort: 'name' | 'size' | 'since'
  descending: boolean
}

export const ALL_PINS: PinChoice = { text: '', sort: 'name', descending: false }

/** @param pins - in the order of their names, which those that are alike keep. @param valueOf - by which they are put in order where it is not by name, the least first; undefined, and last in whatever order, where it is not known */
export function chosenPins<P extends { cid: string, name: string }> (pins: readonly P[], { text, sort, descending }: PinChoice, valueOf: (pin: P) => number | undefined): P[] {
  const part = folded(text.trim())
  const chosen = part === '' ? [...pins] : pins.filter(({ cid, name }) => folded(name).includes(part) || cid.includes(text.trim()))

  if (sort === 'name') {
    return descending ? chosen.reverse() : chosen
  }

  const sign = descending ? -1 : 1

  return chosen.sort((a, b) => {
    const [valueA, valueB] = [valueOf(a), valueOf(b)]
    return valueA == null || valueB == null ? Number(valueA == null) - Number(valueB == null) : sign * (valueA - valueB)
  })
}
