import { useStore } from '../lib/store.ts'
import { t } from '../lib/t.ts'
import { share } from '../state/share.ts'
import { Later } from './later.tsx'

// Loaded on demand, because few visits need it.
const loadSheet = async () => (await import('./share/share-sheet.tsx')).ShareSheet

/** Container of the share sheet. */
export function SharePlace () {
  const { item } = useStore(share)

  return item == null ? null : <Later key={item.cid} load={loadSheet} name={t('Share')} props={{ item }} />
}
