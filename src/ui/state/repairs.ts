import { forgetRepairs, repairs as askRepairs } from '../../client/index.ts'
import type { RepairReport } from '../../client/index.ts'
import { Store } from '../lib/store.ts'
import { t } from '../lib/t.ts'
import { say } from './news.ts'

const ASK_AGAIN_MS = 1000

const NOTHING: RepairReport = { repairs: [], lacking: [], lackingCount: 0, looking: false }

export const repairs = new Store<RepairReport>(NOTHING)

/** Looks what the browser lost of the node, until the worker knows all of it. That it does not say so is no problem of its own. */
export async function readRepairs ({ signal }: { signal: AbortSignal }): Promise<void> {
  try {
    do {
      repairs.set(await askRepairs({ signal }))
      if (repairs.value.looking) await new Promise((resolve) => { setTimeout(resolve, ASK_AGAIN_MS) })
    } while (repairs.value.looking && !signal.aborted)
  } catch {
    // the node is asked again when it is ready again
  }
}

/** The person has read it. */
export async function noteRepairs (): Promise<void> {
  repairs.set(NOTHING)
  say(t('The notice is gone.'))
  await forgetRepairs().catch(() => {})
}
