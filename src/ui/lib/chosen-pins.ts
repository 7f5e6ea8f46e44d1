import { folded } from './folder-entry.ts'

/** Which of the kept items a person wants to see, and in which order. */
export interface PinChoice {
  /** a part of the names, in whatever case, or of a CID; empty for all */
  text: string
  sort: 'name' | 'size'
  descending: boolean
}

export const ALL_PINS: PinChoice = { text: '', sort: 'name', descending: false }

/** @param pins - in the order of their names, which those that are alike keep. @param sizeOf - bytes; undefined, and last in whatever order, where they are not known */
export function chosenPins<P extends { cid: string, name: string }> (pins: readonly P[], { text, sort, descending }: PinChoice, sizeOf: (pin: P) => number | undefined): P[] {
  const part = folded(text.trim())
  const chosen = part === '' ? [...pins] : pins.filter(({ cid, name }) => folded(name).includes(part) || cid.includes(text.trim()))

  if (sort === 'name') {
    return descending ? chosen.reverse() : chosen
  }

  const sign = descending ? -1 : 1

  return chosen.sort((a, b) => {
    const [sizeA, sizeB] = [sizeOf(a), sizeOf(b)]
    return sizeA == null || sizeB == null ? Number(sizeA == null) - Number(sizeB == null) : sign * (sizeA - sizeB)
  })
}
