import { Pauses } from '../../../client/body/page-pauses.ts'
import { sortedInSteps } from '../../lib/data/sorted-in-steps.ts'
import { entryDate } from './entry-date.ts'
import type { EntryKind } from './entry-kind.ts'
import { folded } from './folder-entry.ts'
import type { FolderEntry } from './folder-entry.ts'

/** Filter and order of a folder's entries. */
export interface Choice {
  /** part of a name (case-insensitive), or a whole CID; empty for all */
  text: string
  kind: EntryKind | 'all'
  sort: 'name' | 'size' | 'date'
  descending: boolean
}

/** Entries that are processed between two checks of the clock. */
const LOOK_EACH = 1000

/**
 * Filters and sorts entries. Folders come first in every order.
 *
 * @param entries - in the order of their names, which equal entries keep
 */
export function chosenEntries<E extends FolderEntry> (entries: readonly E[], choice: Choice): E[] {
  const isWanted = wanted(choice)
  const chosen = isWanted == null ? entries.slice() : entries.filter(isWanted)
  const compare = comparison(choice)
  return foldersFirst(compare == null ? ordered(chosen, choice) : chosen.sort(compare))
}

/**
 * Same as `chosenEntries`, in steps that do not block the page.
 *
 * @throws the signal's reason
 */
export async function chosenInSteps<E extends FolderEntry> (
  entries: readonly E[],
  choice: Choice,
  { signal }: { signal: AbortSignal }
): Promise<E[]> {
  const isWanted = wanted(choice)
  const compare = comparison(choice)
  const pauses = new Pauses()
  let chosen: E[] = []

  if (isWanted == null) {
    chosen = entries.slice()
  } else {
    for (let at = 0; at < entries.length; at += LOOK_EACH) {
      for (const entry of entries.slice(at, at + LOOK_EACH)) {
        if (isWanted(entry)) {
          chosen.push(entry)
        }
      }

      if (pauses.due) {
        await pauses.take()
        signal.throwIfAborted()
      }
    }
  }

  return foldersFirst(
    compare == null ? ordered(chosen, choice) : await sortedInSteps(chosen, compare, { signal })
  )
}

function ordered<E> (entries: E[], { descending }: Choice): E[] {
  return descending ? entries.reverse() : entries
}

function foldersFirst<E extends FolderEntry> (entries: E[]): E[] {
  const folders = entries.filter(({ kind }) => kind === 'folder')
  return folders.length === 0 ? entries : [...folders, ...entries.filter(({ kind }) => kind !== 'folder')]
}

/** @returns undefined if there is no filter */
function wanted ({ text, kind }: Choice): ((entry: FolderEntry) => boolean) | undefined {
  const whole = text.trim()
  const part = folded(whole)
  return kind === 'all' && part === ''
    ? undefined
    : (entry) => (kind === 'all' || entry.kind === kind) && (entry.folded.includes(part) || entry.cid === whole)
}

/** @returns undefined if the order is by name, ascending or descending */
function comparison ({ sort, descending }: Choice): ((a: FolderEntry, b: FolderEntry) => number) | undefined {
  const sign = descending ? -1 : 1

  switch (sort) {
    case 'name':
      return undefined
    case 'size':
      return (a, b) => knownFirst(a.size, b.size, sign)
    case 'date':
      return (a, b) => knownFirst(entryDate(a)?.getTime(), entryDate(b)?.getTime(), sign)
  }
}

/** Sorts unknown values last, in both directions. */
function knownFirst (a: number | undefined, b: number | undefined, sign: number): number {
  return a == null || b == null ? Number(a == null) - Number(b == null) : sign * (a - b)
}
