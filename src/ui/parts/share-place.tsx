import { useStore } from '../lib/store.ts'
import { t } from '../lib/t.ts'
import { share } from '../state/share.ts'
import { Later } from './later.tsx'

// few visits need it: its script comes when they do
const loadSheet = async () => (await import('./share/share-sheet.tsx')).ShareSheet

/** Where the sheet for sharing opens. */
export function SharePlace () {
  const { item } = useStore(share)

  return item == null ? null : <Later key={item.cid} load={loadSheet} name={t('Share')} props={{ item }} />
}
