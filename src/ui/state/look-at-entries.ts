import { askTogether } from '../lib/ask-together.ts'
import type { FolderEntry } from '../lib/folder-entry.ts'
import { isMissing } from '../lib/is-missing.ts'
import { ask } from './ask.ts'
import { incomplete, presence, presenceOf, tellOf, UNKNOWN } from './presence.ts'
import type { Presence } from './presence.ts'

/** What takes the node longer is no passing look: of it nothing is told until a person chooses it. */
const MAX_MS = 1000

/** Those that have taken longer. */
const large = new Set<string>()

/**
 * Looks whether all of the entries that a person sees is here, and tells `presence` so: of those of which it is not known, and again
 * of those that lacked something. One question for all of them as long as nothing lacks; what does is found by halves. Nobody else is asked.
 *
 * @param signal - ends it
 */
export async function lookAtEntries (entries: readonly FolderEntry[], { signal }: { signal: AbortSignal }): Promise<void> {
  const asked = entries.filter(({ cid }) => {
    const { is } = stateOf(cid)
    return (is === 'unknown' && !large.has(cid)) || is === 'incomplete'
  })

  // the same bytes may be there under several names
  await askTogether([...new Map(asked.map((entry) => [entry.cid, entry])).values()], {
    ask: async (group) => {
      const sizes = await sizesOf(group, signal)
      tell(group, ({ kind, size }, i) => kind === 'folder'
        ? { is: 'whole', bytes: sizes[i], kind }
        : size == null ? UNKNOWN : { is: 'whole', bytes: sizes[i], kind: 'file' }) // without a size it was not looked at what it is
    },
    failed: (err, group) => {
      if (signal.aborted || (err as Error).name !== 'RpcError') return 'end'
      const lacks = isMissing(err)

      if (group.length === 1) {
        if (!lacks) large.add(group[0].cid)
        tell(group, () => lacks ? incomplete(err) : UNKNOWN)
      }
      return lacks ? 'halves' : 'each'
    }
  })
}

/** @returns bytes of all that is below each @throws RpcError where a block of one of them is not here, or it takes too long */
async function sizesOf (entries: readonly FolderEntry[], signal: AbortSignal): Promise<number[]> {
  const options = { offline: true, progress: false, timeout: `${MAX_MS}ms` }
  // Kubo leaves out what is 0
  const { DagStats } = await ask<{ DagStats: Array<{ Size?: number }> }>('dag/stat', { args: entries.map(({ cid }) => cid), options, signal })
  return DagStats.map(({ Size = 0 }) => Size)
}

/** What is told already, or looked at in another way now, stays. */
function tell (group: readonly FolderEntry[], valueOf: (entry: FolderEntry, i: number) => Presence): void {
  tellOf(group.map((entry, i) => [entry.cid, valueOf(entry, i)] as const).filter(([cid, value]) => ['unknown', 'incomplete'].includes(stateOf(cid).is) && JSON.stringify(stateOf(cid)) !== JSON.stringify(value)))
}

function stateOf (cid: string): Presence {
  return presenceOf(presence.value, { cid, type: 'recursive' })
}
