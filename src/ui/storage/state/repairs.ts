import { forgetRepairs, repairs as askRepairs } from '../../../client/index.ts'
import type { RepairReport } from '../../../client/index.ts'
import { Store } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'

const ASK_AGAIN_MS = 1000

const NOTHING: RepairReport = { repairs: [], lacking: [], lackingCount: 0, looking: false }

export const repairs = new Store<RepairReport>(NOTHING)

/**
 * Reads the list of data that the browser lost, until the worker has the complete list. A missing answer is no error of
 * its own.
 */
export async function readRepairs ({ signal }: { signal: AbortSignal }): Promise<void> {
  try {
    do {
      repairs.set(await askRepairs({ signal }))
      if (repairs.value.looking) {
        await new Promise((resolve) => {
          setTimeout(resolve, ASK_AGAIN_MS)
        })
      }
    } while (repairs.value.looking && !signal.aborted)
  } catch {
    // It is requested again when the node is ready again.
  }
}

/** Dismisses the notice. */
export async function noteRepairs (): Promise<void> {
  repairs.set(NOTHING)
  announceNews(t('Message dismissed.'))
  await forgetRepairs().catch(() => {})
}
