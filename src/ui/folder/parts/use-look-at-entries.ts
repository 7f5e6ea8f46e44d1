import { useEffect, useRef } from 'preact/hooks'
import { follow } from '../../client/follow.ts'
import type { FolderEntry } from '../lib/folder-entry.ts'
import { readEntryMetadata } from '../state/look-at-entries.ts'

/** Delay before a check, so that scrolling or an unfinished list starts none. */
const LOOK_AFTER_MS = 500

/**
 * Checks whether visible entries are complete in the local store: after scrolling stops, and again when blocks are
 * added or removed.
 */
export function useLookAtEntries (seen: readonly FolderEntry[]): void {
  const latest = useRef(seen)
  latest.current = seen

  useEffect(() => {
    const gone = new AbortController()
    let last = Promise.resolve()
    const look = async (): Promise<void> => {
      await (last = last.then(async () => {
        await readEntryMetadata(latest.current, { signal: gone.signal })
      }))
    }
    const timer = setTimeout(() => {
      void look()
    }, LOOK_AFTER_MS)
    const stop = follow('repo', look)
    return () => {
      clearTimeout(timer)
      stop()
      gone.abort()
    }
  }, [seen.map(({ cid }) => cid).join()])
}
