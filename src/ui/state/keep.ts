import { rpcDone, whileBusy } from '../../client/index.ts'
import { exploreProblem } from '../lib/explore-problem.ts'
import { isAbort } from '../lib/plain-error.ts'
import type { PlainError } from '../lib/plain-error.ts'
import { pinName } from '../lib/pin-name.ts'
import { Store } from '../lib/store.ts'
import { t } from '../lib/t.ts'
import { countHere, explored } from './explore.ts'
import { refreshKept } from './kept.ts'
import { say } from './news.ts'
import { makePersistent } from './storage.ts'

export interface Keeping {
  /** by their CIDs, as the others */
  running: ReadonlySet<string>
  done: ReadonlySet<string>
  problems: ReadonlyMap<string, PlainError>
}

/** What is being kept, what was, and what could not be. It goes on when the person looks at something else; the list of jobs shows how far it is. */
export const keeping = new Store<Keeping>({ running: new Set(), done: new Set(), problems: new Map() })

/** How it is pinned. */
export function keepOptions (name: string): Record<string, string> {
  return { name: pinName(name), progress: 'true' } // the list of jobs shows how far it is
}

/** Keeps a content, and fetches what of it is not here. */
export async function keepOffline (cid: string, name: string): Promise<void> {
  const { running, problems } = keeping.value
  keeping.patch({ running: new Set(running).add(cid), problems: without(problems, cid) })
  void makePersistent()

  try {
    await whileBusy(async () => {
      await rpcDone('pin/add', { args: [cid], options: keepOptions(name), files: [] })
    })
    keeping.patch({ done: new Set(keeping.value.done).add(cid) })
    say(t('{name} is kept.', { name }))
  } catch (err) {
    if (!isAbort(err)) keeping.patch({ problems: new Map(keeping.value.problems).set(cid, exploreProblem(err)) })
    say(t('{name} is not kept.', { name }))
  } finally {
    keeping.patch({ running: new Set([...keeping.value.running].filter((one) => one !== cid)) })
    await refreshKept()
    if (explored.value.node?.cid === cid) await countHere()
  }
}

function without<T> (map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  return new Map([...map].filter(([one]) => one !== key))
}
