import { useEffect } from 'preact/hooks'
import { bytes } from '../lib/format.ts'
import { useStore } from '../lib/store.ts'
import { gcNotice, keepEverything, watchGc } from '../state/gc-notice.ts'
import { Problem } from './problem.tsx'

/** Says that blocks are about to go, before they do. */
export function GcNotice () {
  const notice = useStore(gcNotice)

  useEffect(watchGc, [])

  if (notice == null) {
    return null
  }

  const what = 'Blocks that nothing keeps are about to be removed.'
  const next = `${bytes(notice.storedBytes)} are stored, which is more than the settings allow (${bytes(notice.limitBytes)}). What is pinned or among the mutable files stays.`
  return <Problem problem={{ what, next }}><button type='button' onClick={() => { void keepEverything() }}>Keep everything</button></Problem>
}
