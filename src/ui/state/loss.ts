import { onNodeNews } from '../../client/index.ts'
import { Store } from '../lib/store.ts'
import { refreshKept } from './kept.ts'
import { startNode } from './node.ts'
import { forgetPresence } from './presence.ts'
import { refreshStorage } from './storage.ts'

/** Whether what was kept here is gone, and nobody has taken note of it yet. */
export const gone = new Store(false)

/** Hears of it when the node loses its storage, and shows what is there then. */
export function watchLoss (): (() => void) | undefined {
  if (navigator.serviceWorker == null) {
    return undefined // the node does not run at all, and that is said elsewhere
  }

  return onNodeNews(({ type }) => {
    if (type === 'data-gone') {
      gone.set(true)
    } else if (type === 'node-lost') {
      forgetPresence()
      void startNode().then(async () => { await Promise.all([refreshKept(), refreshStorage()]) })
    }
  })
}

/** The person knows. */
export function takeNote (): void {
  gone.set(false)
}
