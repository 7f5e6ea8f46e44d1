import { Pauses } from '../../../client/body/page-pauses.ts'
import { rpcStream } from '../../../client/index.ts'
import { isMissing } from '../../client/is-missing.ts'
import { naturalOrder } from '../../lib/data/natural-order.ts'
import { sortedInSteps } from '../../lib/data/sorted-in-steps.ts'
import { folderEntry } from '../lib/folder-entry.ts'
import type { FolderEntry, LsLink } from '../lib/folder-entry.ts'

export interface ReadEntries {
  /** in the order of their names after all are read; before, in the order of arrival */
  entries: readonly FolderEntry[]
  /** whether the blocks of entries were read, so that sizes and folders are known */
  resolved: boolean
}

/** Interval of updates while a long list is read. */
const SHOW_EACH_MS = 400

/**
 * Reads a folder, first only from local blocks. If a block is missing, reads only the names, and may fetch them.
 *
 * @param onSome - called with the entries so far
 * @param isLocal - whether a missing block is an error instead
 * @throws see `rpcStream`
 */
export async function readEntries (
  cid: string,
  { signal, onSome, isLocal = false }: {
    signal: AbortSignal
    onSome?: (some: ReadEntries) => void
    isLocal?: boolean
  }
): Promise<ReadEntries> {
  try {
    return await readAs(true)
  } catch (err) {
    if (isLocal || !isMissing(err)) {
      throw err
    }
    return await readAs(false)
  }

  async function readAs (resolved: boolean): Promise<ReadEntries> {
    const entries: FolderEntry[] = []
    const pauses = new Pauses()
    let shownMs = performance.now()
    onSome?.({ entries: [], resolved })

    const options = resolved ? { stream: true, offline: true } : { stream: true, 'resolve-type': false, size: false }
    for await (
      const { Objects: [{ Links }] } of rpcStream<{ Objects: Array<{ Links: LsLink[] }> }>('ls', {
        args: [cid],
        options,
        signal
      })
    ) {
      for (const link of Links) {
        entries.push(folderEntry(link, resolved))
      }
      if (pauses.due) {
        await pauses.take()
      }

      if (performance.now() - shownMs > SHOW_EACH_MS) {
        signal.throwIfAborted()
        onSome?.({ entries: entries.slice(), resolved })
        shownMs = performance.now()
      }
    }

    const sorted = await sortedInSteps(entries, (a, b) => naturalOrder(a.name, b.name), { signal })
    signal.throwIfAborted()
    return { entries: sorted, resolved }
  }
}
