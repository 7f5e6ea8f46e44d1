import { useEffect, useState } from 'preact/hooks'
import { node } from '../../client/node.ts'
import { Store, useStorePart } from '../../lib/reactive/store.ts'
import { isAbort } from '../../lib/text/plain-error.ts'
import { library } from '../../library/state/library.ts'
import type { HitGroup } from '../lib/search-hit.ts'
import type { search as searchAll } from './search.ts'

export interface SearchResults {
  groups: readonly HitGroup[]
  /** text that the groups are for; undefined until the first result */
  of?: string
  /** whether the names of all files are still being read */
  isReading: boolean
  /** whether the code of the search could not be loaded */
  isBroken: boolean
}

/** The code of the search, and the number of changes of what it searches. Loaded when the search first opens. */
const engine = new Store<{ search?: typeof searchAll; isBroken?: boolean; changes: number }>({
  changes: 0
})
let isLoading = false

/** Searches a text whenever it, or what is searched, changes. */
export function useSearch (text: string): SearchResults {
  const [results, setResults] = useState<Pick<SearchResults, 'groups' | 'of'>>({ groups: [] })
  const run = useStorePart(engine, ({ search }) => search)
  const changes = useStorePart(engine, ({ changes }) => changes)
  const isBroken = useStorePart(engine, ({ isBroken }) => isBroken === true)
  const isDown = useStorePart(node, ({ phase }) => phase === 'failed')
  const isReading = useStorePart(library, ({ items, problem }) => items == null && problem == null) && !isDown &&
    !isBroken

  useEffect(() => {
    loadIndex().catch(() => {
      isLoading = false // The next opening tries again.
      engine.patch({ isBroken: true })
    })
  }, [])

  useEffect(() => {
    const leaving = new AbortController()
    run?.(text, { signal: leaving.signal }).then((groups) => {
      if (!leaving.signal.aborted) {
        setResults({ groups, of: text })
      }
    }, (err: unknown) => {
      if (!isAbort(err)) {
        throw err
      }
    })
    return () => {
      leaving.abort()
    }
  }, [run, text, changes])

  return { ...results, isReading, isBroken }
}

async function loadIndex (): Promise<void> {
  if (isLoading) {
    return
  }
  isLoading = true
  const [{ search }, { followSearchData, SEARCHED }] = await Promise.all([
    import('./search.ts'),
    import('./search-data.ts')
  ])
  for (const store of SEARCHED) {
    store.subscribe(() => {
      engine.patch({ changes: engine.value.changes + 1 })
    })
  }
  engine.patch({ search, isBroken: false })
  followSearchData()
}
