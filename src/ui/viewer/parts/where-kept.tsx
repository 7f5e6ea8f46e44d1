import { useStore } from '../../lib/reactive/store.ts'
import { bytes, listed } from '../../lib/text/format.ts'
import { rich } from '../../lib/text/rich.ts'
import { t } from '../../lib/text/t.ts'
import { Name } from '../../page/text/name.tsx'
import { elsewhere, servicesWith } from '../../storage/state/elsewhere.ts'
import type { Presence } from '../../storage/state/presence.ts'
import { usePresence } from '../../storage/state/use-presence.ts'

/** Shows whether a file is complete on this device, and which services pin it. */
export function WhereKept ({ cid }: { cid: string }) {
  const state = usePresence(cid)
  const services = servicesWith(useStore(elsewhere), cid)

  return (
    <ul class='viewer-where'>
      <li>{presenceWords(state)}</li>
      {services.length > 0 && <li>{rich(t('Also at {services}'), { services: <Name of={listed(services)} /> })}</li>}
    </ul>
  )
}

function presenceWords (state: Presence): string {
  switch (state.is) {
    case 'unknown':
    case 'checking':
      return t('Checking…')
    case 'whole':
      return t('On this device ({size})', { size: bytes(state.bytes) })
    case 'incomplete':
      return state.isBare === true ? t('Not on this device') : t('Partly on this device')
    case 'failed':
      return t('Could not be checked: {problem}', { problem: state.problem.what })
  }
}
