import { isDiskFull } from '../../client/index.ts'
import { Store } from '../lib/store.ts'
import { t } from '../lib/t.ts'
import { say } from './news.ts'

/** Whether the storage is full. */
export const full = new Store(false)

/** Asks the node. A missing answer does not count as a full disk. */
export async function refreshRoom (): Promise<void> {
  const was = full.value
  const is = await isDiskFull().catch(() => was)
  full.set(is)

  if (was && !is) {
    say(t('There is room again.'))
  }
}
