import { onNodeNews, rpc } from '../../../client/index.ts'
import { Store } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'
import { refreshStorage } from './storage.ts'

/** The announced GC; undefined if there is none. */
export const gcNotice = new Store<{ storedBytes: number; limitBytes: number } | undefined>(undefined)

/** Watches for the node's announcement that it will remove unpinned blocks. */
export function watchGc (): (() => void) | undefined {
  if (navigator.serviceWorker == null) {
    return undefined
  }

  return onNodeNews((news) => {
    if (news.type === 'gc-soon') {
      gcNotice.set(news)
    } else if (news.type === 'gc-done') {
      gcNotice.set(undefined)
      announceNews(t('Unused blocks were removed.'))
      void refreshStorage()
    }
  })
}

/** Disables GC until it is enabled again. */
export async function keepEverything (): Promise<void> {
  await rpc('config', { args: ['Datastore.EnableGC', 'false'], options: { bool: true } })
  gcNotice.set(undefined)
}
