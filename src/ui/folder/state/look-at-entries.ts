import { RpcError } from '../../../client/index.ts'
import { isError } from '../../../errors/define-error.ts'
import { askNode } from '../../client/ask-node.ts'
import { isMissing } from '../../client/is-missing.ts'
import { askTogether } from '../../lib/data/ask-together.ts'
import { incomplete, presence, presenceOf, tellOf, UNKNOWN } from '../../storage/state/presence.ts'
import type { Presence } from '../../storage/state/presence.ts'
import type { FolderEntry } from '../lib/folder-entry.ts'

/** Time limit of a quick check. Larger content is only checked when the user selects it. */
const MAX_MS = 1000

/** CIDs that exceeded the time limit. */
const large = new Set<string>()

/**
 * Checks whether the visible entries are complete in the local store, and updates `presence`: those of unknown state,
 * and incomplete ones again. Sends one request for all entries if none lacks blocks, otherwise bisects. The network is
 * not used.
 *
 * @param signal - cancels it
 */
export async function readEntryMetadata (
  entries: readonly FolderEntry[],
  { signal }: { signal: AbortSignal }
): Promise<void> {
  const asked = entries.filter(({ cid }) => {
    const { is } = stateOf(cid)
    return (is === 'unknown' && !large.has(cid)) || is === 'incomplete'
  })

  // Equal content may appear under several names.
  await askTogether([...new Map(asked.map((entry) => [entry.cid, entry])).values()], {
    ask: async (group) => {
      const sizes = await sizesOf(group, signal)
      tell(group, ({ kind, size }, i) => {
        // An entry without a size was listed without its kind.
        const file: Presence = size == null ? UNKNOWN : { is: 'whole', bytes: sizes[i], kind: 'file' }
        return kind === 'folder' ? { is: 'whole', bytes: sizes[i], kind } : file
      })
    },
    failed: (err, group) => {
      if (signal.aborted || !isError(err, RpcError)) {
        return 'end'
      }
      const lacks = isMissing(err)

      if (group.length === 1) {
        if (!lacks) {
          large.add(group[0].cid)
        }
        tell(group, () => lacks ? incomplete(err) : UNKNOWN)
      }
      return lacks ? 'halves' : 'each'
    }
  })
}

/**
 * @returns the total bytes of each DAG
 * @throws RpcError if a block of one is missing, or on timeout
 */
async function sizesOf (entries: readonly FolderEntry[], signal: AbortSignal): Promise<number[]> {
  const options = { offline: true, progress: false, timeout: `${MAX_MS}ms` }
  // Kubo omits zero values.
  const { DagStats } = await askNode<{ DagStats: Array<{ Size?: number }> }>('dag/stat', {
    args: entries.map(({ cid }) => cid),
    options,
    signal
  })
  return DagStats.map(({ Size = 0 }) => Size)
}

/** Updates only entries that have not been checked otherwise meanwhile. */
function tell (group: readonly FolderEntry[], valueOf: (entry: FolderEntry, i: number) => Presence): void {
  tellOf(
    group.map((entry, i) => [entry.cid, valueOf(entry, i)] as const).filter(([cid, value]) =>
      ['unknown', 'incomplete'].includes(stateOf(cid).is) && JSON.stringify(stateOf(cid)) !== JSON.stringify(value)
    )
  )
}

function stateOf (cid: string): Presence {
  return presenceOf(presence.value, { cid, type: 'recursive' })
}
