import { ENTRY_KINDS } from './entry-kind.ts'
import type { EntryKind } from './entry-kind.ts'
import { folded } from './folder-entry.ts'
import type { FolderEntry } from './folder-entry.ts'

/** Which entries of a folder a person wants to see, and in which order. */
export interface Choice {
  /** a part of the names, in whatever case, or a whole CID; empty for all */
  text: string
  kind: EntryKind | 'all'
  sort: 'name' | 'size' | 'kind'
  descending: boolean
}

const RANK = Object.fromEntries(Object.keys(ENTRY_KINDS).map((kind, i) => [kind, i])) as Record<EntryKind, number>

/** @param entries - in the order of their names, which those that are alike in something else keep */
export function chosenEntries (entries: readonly FolderEntry[], { text, kind, sort, descending }: Choice): FolderEntry[] {
  const part = folded(text.trim())
  const takesAll = kind === 'all' && part === ''
  const chosen = takesAll ? entries.slice() : entries.filter((entry) => (kind === 'all' || entry.kind === kind) && (entry.folded.includes(part) || entry.cid === text.trim()))
  const sign = descending ? -1 : 1

  switch (sort) {
    case 'name': return descending ? chosen.reverse() : chosen
    // of unknown size are the last, whatever the order
    case 'size': return chosen.sort((a, b) => a.size == null || b.size == null ? Number(a.size == null) - Number(b.size == null) : sign * (a.size - b.size))
    case 'kind': return chosen.sort((a, b) => sign * (RANK[a.kind] - RANK[b.kind]))
  }
}
