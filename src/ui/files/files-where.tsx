import { useEffect, useState } from 'preact/hooks'
import { useStore, useStorePart } from '../lib/reactive/store.ts'
import { listed } from '../lib/text/format.ts'
import { rich } from '../lib/text/rich.ts'
import { t } from '../lib/text/t.ts'
import { Name } from '../page/name.tsx'
import { PresenceState } from '../storage/parts/presence-state.tsx'
import { elsewhere, servicesWith } from '../storage/state/elsewhere.ts'
import { kept } from '../storage/state/kept.ts'
import { check, presence, presenceOf } from '../storage/state/presence.ts'

/** Delay before a check, so that moving through a list starts none. */
const CHECK_AFTER_MS = 300

/** Shows whether a content is complete in this browser, whether it is pinned, and which services pin it. */
export function FilesWhere ({ cid }: { cid: string }) {
  const state = useStorePart(presence, (all) => presenceOf(all, { cid, type: 'recursive' }))
  const { list } = useStore(kept)
  const pin = list?.find((one) => one.cid === cid && one.type === 'recursive')
  const services = servicesWith(useStore(elsewhere), cid)

  const unknown = state.is === 'unknown'
  const [gone] = useState(() => new AbortController())

  useEffect(() => {
    if (!unknown) {
      return
    }
    const timer = setTimeout(() => {
      check({ cid, name: '', type: 'recursive' }, { signal: gone.signal })
    }, CHECK_AFTER_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [unknown, gone, cid])

  // Not in the effect above: the check itself ends the state "unknown".
  useEffect(() => () => {
    gone.abort()
  }, [gone])

  return (
    <p class='facts files-where'>
      <PresenceState of={state} />
      {pin != null && (
        <span>
          {pin.name === ''
            ? t('kept by a pin too')
            : rich(t('kept by a pin too, as {name}'), { name: <Name of={pin.name} /> })}
        </span>
      )}
      {services.length > 0 && (
        <span>{rich(t('Also kept at {services}'), { services: <Name of={listed(services)} /> })}</span>
      )}
    </p>
  )
}
