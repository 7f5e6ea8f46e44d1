import { useStorePart } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { Icon } from '../../page/icon.tsx'
import { presence, presenceOf } from '../../storage/state/presence.ts'
import type { FolderEntry } from '../lib/folder-entry.ts'

/** Mark for an incomplete or pinned entry. Most entries have none. */
export function EntryMark ({ entry: { cid, since } }: { entry: Pick<FolderEntry, 'cid' | 'since'> }) {
  const lack = useStorePart(presence, (all) => {
    const state = presenceOf(all, { cid, type: 'recursive' })
    return state.is === 'incomplete' ? state.isBare === true ? 'all' : 'some' : undefined
  })
  const words = lack === 'all'
    ? t('Not here')
    : lack === 'some'
    ? t('Only partly here')
    : since == null
    ? undefined
    : t('kept by a pin too')

  return words == null ? null : (
    <span class='entry-mark' data-lacks={lack != null} title={words}>
      <Icon of={lack == null ? 'pin' : 'incomplete'} />
      <span class='unseen'>{words}</span>
    </span>
  )
}
