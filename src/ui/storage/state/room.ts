import { isDiskFull } from '../../../client/index.ts'
import { Store } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'

/** Whether the storage is full. */
export const full = new Store(false)

/** Asks the node. A missing answer does not count as a full disk. */
export async function refreshRoom (): Promise<void> {
  const was = full.value
  const is = await isDiskFull().catch(() => was)
  full.set(is)

  if (was && !is) {
    announceNews(t('There is free space again.'))
  }
}
