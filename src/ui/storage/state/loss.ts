import { onNodeNews } from '../../../client/index.ts'
import { startNode } from '../../client/node.ts'
import { Store } from '../../lib/reactive/store.ts'
import { refreshKept } from './kept.ts'
import { forgetPresence } from './presence.ts'
import { refreshStorage } from './storage.ts'

/** Whether stored data was lost, and the user has not dismissed the notice. */
export const gone = new Store(false)

/** Watches for a loss of the node's storage, and then refreshes the displayed data. */
export function watchLoss (): (() => void) | undefined {
  if (navigator.serviceWorker == null) {
    return undefined // The node does not run at all, which is reported elsewhere.
  }

  return onNodeNews(({ type }) => {
    if (type === 'data-gone') {
      gone.set(true)
    } else if (type === 'node-lost') {
      forgetPresence()
      void startNode().then(async () => {
        await Promise.all([refreshKept(), refreshStorage()])
      })
    }
  })
}

/** Dismisses the notice. */
export function takeNote (): void {
  gone.set(false)
}
