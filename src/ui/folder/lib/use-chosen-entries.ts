import { useEffect, useMemo, useState } from 'preact/hooks'
import { chosenEntries, chosenInSteps } from './chosen-entries.ts'
import type { Choice } from './chosen-entries.ts'
import type { FolderEntry } from './folder-entry.ts'

export interface ChosenEntries<E extends FolderEntry> {
  shown: readonly E[]
  /** keys of the entries */
  order: readonly string[]
}

/** Number of entries up to which they are sorted synchronously. */
const MAX_AT_ONCE = 5000

/**
 * Filters and sorts entries. Very many are sorted in steps, during which the previous ones are displayed and the page
 * stays responsive.
 */
export function useChosenEntries<E extends FolderEntry> (entries: readonly E[], choice: Choice): ChosenEntries<E> {
  const isMany = entries.length > MAX_AT_ONCE
  const few = useMemo(() => isMany ? undefined : named(chosenEntries(entries, choice)), [isMany, entries, choice])
  const [many, setMany] = useState<ChosenEntries<E>>(() => named([]))
  const { text, kind, sort, descending } = choice

  useEffect(() => {
    if (!isMany) {
      setMany(named([])) // Those of another folder.
      return
    }
    const leaving = new AbortController()
    // It was cancelled.
    chosenInSteps(entries, { text, kind, sort, descending }, { signal: leaving.signal }).then((shown) => {
      setMany(named(shown))
    }, () => {})
    return () => {
      leaving.abort()
    }
  }, [isMany, entries, text, kind, sort, descending])

  return few ?? many
}

function named<E extends FolderEntry> (shown: readonly E[]): ChosenEntries<E> {
  return { shown, order: shown.map(({ key }) => key) }
}
