import { useEffect, useState } from 'preact/hooks'
import { useStorePart } from '../../lib/reactive/store.ts'
import { checkPresence, presence, presenceOf } from './presence.ts'
import type { Presence } from './presence.ts'

/** Delay before a check, so that moving through a list starts none. */
const CHECK_AFTER_MS = 300

/** Returns whether a content is complete on this device, and checks it if that is unknown. */
export function usePresence (cid: string): Presence {
  const state = useStorePart(presence, (all) => presenceOf(all, { cid, type: 'recursive' }))
  const isUnknown = state.is === 'unknown'
  const [gone] = useState(() => new AbortController())

  useEffect(() => {
    if (!isUnknown) {
      return
    }
    const timer = setTimeout(() => {
      checkPresence({ cid, name: '', type: 'recursive' }, { signal: gone.signal })
    }, CHECK_AFTER_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [isUnknown, gone, cid])

  // Not in the effect above: the check itself ends the state "unknown".
  useEffect(() => () => {
    gone.abort()
  }, [gone])

  return state
}
