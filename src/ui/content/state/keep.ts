import { rpcDone, whileBusy } from '../../../client/index.ts'
import { Store } from '../../lib/reactive/store.ts'
import { isAbort } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t } from '../../lib/text/t.ts'
import { say } from '../../page/news.ts'
import { pinName } from '../../storage/lib/pin-name.ts'
import { refreshKept } from '../../storage/state/kept.ts'
import { makePersistent } from '../../storage/state/storage.ts'
import { exploreProblem } from '../lib/explore-problem.ts'
import { countHere, explored } from './explore.ts'

export interface Keeping {
  /** CIDs of running pins, as in the other fields */
  running: ReadonlySet<string>
  done: ReadonlySet<string>
  problems: ReadonlyMap<string, PlainError>
}

/**
 * State of pins that the user requested. They continue if the user leaves the view; the list of jobs shows the
 * progress.
 */
export const keeping = new Store<Keeping>({ running: new Set(), done: new Set(), problems: new Map() })

/** Returns the pin options. */
export function keepOptions (name: string): Record<string, string> {
  return { name: pinName(name), progress: 'true' } // The list of jobs shows the progress.
}

/** Pins a content, and fetches its missing blocks. */
export async function keepOffline (cid: string, name: string): Promise<void> {
  const { running, problems } = keeping.value
  keeping.patch({ running: new Set(running).add(cid), problems: without(problems, cid) })
  void makePersistent()

  try {
    await whileBusy(async () => {
      await rpcDone('pin/add', { args: [cid], options: keepOptions(name), files: [] })
    })
    keeping.patch({ done: new Set(keeping.value.done).add(cid) })
    say(t('{name} is pinned.', { name }))
  } catch (err) {
    if (!isAbort(err)) {
      keeping.patch({ problems: new Map(keeping.value.problems).set(cid, exploreProblem(err)) })
    }
    say(t('{name} is not pinned.', { name }))
  } finally {
    keeping.patch({ running: new Set([...keeping.value.running].filter((one) => one !== cid)) })
    await refreshKept()
    if (explored.value.node?.cid === cid) {
      await countHere()
    }
  }
}

function without<T> (map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  return new Map([...map].filter(([one]) => one !== key))
}
