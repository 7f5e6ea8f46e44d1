import { entryDate } from './entry-date.ts'
import { ENTRY_KINDS } from './entry-kind.ts'
import type { EntryKind } from './entry-kind.ts'
import { folded } from './folder-entry.ts'
import type { FolderEntry } from './folder-entry.ts'
import { Pauses } from '../../client/pauses.ts'
import { sortedInSteps } from './sorted-in-steps.ts'

/** Which entries of a folder a person wants to see, and in which order. */
export interface Choice {
  /** a part of the names, in whatever case, or a whole CID; empty for all */
  text: string
  kind: EntryKind | 'all'
  sort: 'name' | 'size' | 'kind' | 'date'
  descending: boolean
}

/** Entries between two looks at the clock. */
const LOOK_EACH = 1000

const RANK = Object.fromEntries(Object.keys(ENTRY_KINDS).map((kind, i) => [kind, i])) as Record<EntryKind, number>

/** @param entries - in the order of their names, which those that are alike in something else keep */
export function chosenEntries (entries: readonly FolderEntry[], choice: Choice): FolderEntry[] {
  const isWanted = wanted(choice)
  const chosen = isWanted == null ? entries.slice() : entries.filter(isWanted)
  const compare = comparison(choice)
  return compare == null ? choice.descending ? chosen.reverse() : chosen : chosen.sort(compare)
}

/** The same for very many, without holding up the page. @throws the signal's reason */
export async function chosenInSteps (entries: readonly FolderEntry[], choice: Choice, { signal }: { signal: AbortSignal }): Promise<FolderEntry[]> {
  const isWanted = wanted(choice)
  const compare = comparison(choice)
  const pauses = new Pauses()
  let chosen: FolderEntry[] = []

  if (isWanted == null) {
    chosen = entries.slice()
  } else {
    for (let at = 0; at < entries.length; at += LOOK_EACH) {
      for (const entry of entries.slice(at, at + LOOK_EACH)) if (isWanted(entry)) chosen.push(entry)

      if (pauses.due) {
        await pauses.take()
        signal.throwIfAborted()
      }
    }
  }

  if (compare != null) return await sortedInSteps(chosen, compare, { signal })
  return choice.descending ? chosen.reverse() : chosen
}

/** @returns undefined where all are */
function wanted ({ text, kind }: Choice): ((entry: FolderEntry) => boolean) | undefined {
  const whole = text.trim()
  const part = folded(whole)
  return kind === 'all' && part === '' ? undefined : (entry) => (kind === 'all' || entry.kind === kind) && (entry.folded.includes(part) || entry.cid === whole)
}

/** @returns undefined where they are in this order, or the other way round */
function comparison ({ sort, descending }: Choice): ((a: FolderEntry, b: FolderEntry) => number) | undefined {
  const sign = descending ? -1 : 1

  switch (sort) {
    case 'name': return undefined
    case 'size': return (a, b) => knownFirst(a.size, b.size, sign)
    case 'date': return (a, b) => knownFirst(entryDate(a)?.getTime(), entryDate(b)?.getTime(), sign)
    case 'kind': return (a, b) => sign * (RANK[a.kind] - RANK[b.kind])
  }
}

/** Of what is not known are the last, whatever the order. */
function knownFirst (a: number | undefined, b: number | undefined, sign: number): number {
  return a == null || b == null ? Number(a == null) - Number(b == null) : sign * (a - b)
}
