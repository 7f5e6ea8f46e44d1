import { useStore, useStorePart } from '../../lib/reactive/store.ts'
import { listed } from '../../lib/text/format.ts'
import { t } from '../../lib/text/t.ts'
import { Icon } from '../../page/controls/icon.tsx'
import type { IconName } from '../../page/controls/icon.tsx'
import { elsewhere, servicesWith } from '../../storage/state/elsewhere.ts'
import { kept, pinnedCids } from '../../storage/state/kept.ts'
import { presence, presenceOf } from '../../storage/state/presence.ts'
import type { Presence } from '../../storage/state/presence.ts'
import { shares } from '../state/shares.ts'

/** State of an item: one glyph, and a text with everything known. */
interface Shown {
  icon: IconName
  tone: 'good' | 'bad' | 'soft'
  words: string[]
}

/** One glyph for the state of an item: where it is stored, and whether it is shared or pinned. */
export function ItemState ({ cid, isDirect = false }: { cid: string; isDirect?: boolean }) {
  const state = useStorePart(presence, (all) => presenceOf(all, { cid, type: 'recursive' }))
  const isShared = useStorePart(shares, (all) => all.some((one) => one.cid === cid))
  const isPinned = useStorePart(kept, (all) => pinnedCids(all).has(cid))
  const services = servicesWith(useStore(elsewhere), cid)
  const here = hereOf(state, isDirect)
  const more: Shown[] = [
    ...services.length === 0
      ? []
      : [{ icon: 'cloud', tone: 'good', words: [t('Also at {services}', { services: listed(services) })] } as const],
    ...isShared ? [{ icon: 'share', tone: 'good', words: [t('Shared')] } as const] : [],
    ...isPinned ? [{ icon: 'pin', tone: 'soft', words: [t('Pinned')] } as const] : []
  ].map((one) => ({ ...one, words: [...one.words] }))
  const { icon, tone } = here.tone === 'bad' ? here : more[0] ?? here
  const text = [...here.words, ...more.flatMap(({ words }) => words)].join(' · ')

  return (
    <span class='item-state' data-tone={tone} title={text}>
      <Icon of={icon} />
      <span class='unseen'>{text}</span>
    </span>
  )
}

function hereOf (state: Presence, isDirect: boolean): Shown {
  if (isDirect) {
    return { icon: 'pin', tone: 'soft', words: [t('Only the root block')] }
  }
  switch (state.is) {
    case 'whole':
      return { icon: 'here', tone: 'good', words: [t('On this device')] }
    case 'incomplete':
      return {
        icon: 'incomplete',
        tone: 'bad',
        words: [state.isBare === true ? t('Not on this device') : t('Partly on this device')]
      }
    case 'failed':
      return {
        icon: 'incomplete',
        tone: 'bad',
        words: [t('Could not be checked: {problem}', { problem: state.problem.what })]
      }
    default:
      return { icon: 'here', tone: 'soft', words: [t('Not checked yet')] }
  }
}
