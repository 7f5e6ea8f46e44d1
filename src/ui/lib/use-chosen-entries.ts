import { useEffect, useMemo, useState } from 'preact/hooks'
import { chosenEntries, chosenInSteps } from './chosen-entries.ts'
import type { Choice } from './chosen-entries.ts'
import type { FolderEntry } from './folder-entry.ts'

export interface ChosenEntries {
  shown: readonly FolderEntry[]
  /** their names */
  order: readonly string[]
}

/** Of so many it is done at once. */
const MAX_AT_ONCE = 5000

/** The entries that a person wants to see, in their order. Of very many it takes some moments, in which those of before are shown and the page is free. */
export function useChosenEntries (entries: readonly FolderEntry[], choice: Choice): ChosenEntries {
  const isMany = entries.length > MAX_AT_ONCE
  const few = useMemo(() => isMany ? undefined : named(chosenEntries(entries, choice)), [isMany, entries, choice])
  const [many, setMany] = useState<ChosenEntries>(() => named([]))
  const { text, kind, sort, descending } = choice

  useEffect(() => {
    if (!isMany) {
      setMany(named([])) // those of another folder
      return
    }
    const leaving = new AbortController()
    chosenInSteps(entries, { text, kind, sort, descending }, { signal: leaving.signal }).then((shown) => { setMany(named(shown)) }, () => {}) // it was left
    return () => { leaving.abort() }
  }, [isMany, entries, text, kind, sort, descending])

  return few ?? many
}

function named (shown: readonly FolderEntry[]): ChosenEntries {
  return { shown, order: shown.map(({ name }) => name) }
}
