import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { Later } from '../../page/loading/later.tsx'
import { share } from '../state/share.ts'

// Loaded on demand, because few visits need it.
const loadSheet = async () => (await import('./share-sheet.tsx')).ShareSheet

/** Container of the share sheet. */
export function SharePlace () {
  const { item, isLookingUp = false } = useStore(share)

  return item == null ? null : <Later key={item.cid} load={loadSheet} name={t('Share')} props={{ item, isLookingUp }} />
}
