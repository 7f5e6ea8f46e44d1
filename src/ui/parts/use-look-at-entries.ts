import { useEffect, useRef } from 'preact/hooks'
import type { FolderEntry } from '../lib/folder-entry.ts'
import { follow } from '../state/follow.ts'
import { lookAtEntries } from '../state/look-at-entries.ts'

/** Who scrolls through a long list stays nowhere, and a list that is still read changes more often. */
const LOOK_AFTER_MS = 500

/** Looks whether all of the entries that are seen is here: when a person stays at them, and again as blocks come and go. */
export function useLookAtEntries (seen: readonly FolderEntry[]): void {
  const latest = useRef(seen)
  latest.current = seen

  useEffect(() => {
    const gone = new AbortController()
    let last = Promise.resolve()
    const look = async (): Promise<void> => { await (last = last.then(async () => { await lookAtEntries(latest.current, { signal: gone.signal }) })) }
    const timer = setTimeout(() => { void look() }, LOOK_AFTER_MS)
    const stop = follow('repo', look)
    return () => {
      clearTimeout(timer)
      stop()
      gone.abort()
    }
  }, [seen.map(({ cid }) => cid).join()])
}
