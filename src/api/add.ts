import type { CID } from 'multiformats/cid'
import { addJob } from '../jobs/kinds/add.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import type { SessionAbilities } from '../pins/change/import-and-pin.ts'
import type { ImportEntry } from '../unixfs/format/import-entry.ts'
import { importEntries } from '../unixfs/import/entries/import-entries.ts'
import type { AddedEvent, ImportEvent, ProgressEvent } from '../unixfs/import/entries/import-event.ts'
import type { BlockSink } from '../unixfs/import/pipeline/block-pipeline.ts'
import { importSettings } from '../unixfs/import/settings/import-settings.ts'
import type { ChosenSettings } from '../unixfs/import/settings/import-settings.ts'

export interface AddOptions extends ChosenSettings {
  /**
   * pins the roots recursively under this name, which may be empty; `false` skips pinning. Default: pinned without a
   * name
   */
  pinName?: string | false
  /** called for each complete file, directory and symlink, and with the number of bytes of files that were read */
  onEvent?: (event: AddedEvent | ProgressEvent) => void
  signal?: AbortSignal
}

/**
 * Adds files, directories and symlinks, like `ipfs add`. Options default to the `Import` settings of the node. All of
 * it is stored, durable and pinned when it resolves, and none of it when it rejects.
 *
 * @returns the root of each top-level entry; with `wrap` that of the one directory around them
 * @throws errors of the entries; QuotaExceededError; the signal's reason
 * @example
 * ```ts
 * const [cid] = await add(node, [{ path: 'hi.txt', kind: 'file', content: new Blob(['hi']).stream() }])
 * ```
 */
export async function add (
  node: IpfsNode,
  entries: Iterable<ImportEntry> | AsyncIterable<ImportEntry>,
  { pinName = '', onEvent, signal = new AbortController().signal, ...options }: AddOptions = {}
): Promise<CID[]> {
  const settings = importSettings(node.config, options)
  const roots: CID[] = []

  /** Collects the roots, and forwards all other events to the caller. */
  async function* imported (
    sink: BlockSink,
    signal: AbortSignal,
    { stage }: SessionAbilities
  ): AsyncGenerator<ImportEvent> {
    for await (
      const event of importEntries(toAsync(entries), { ...settings, progress: onEvent != null, sink, stage, signal })
    ) {
      if (event.type === 'root') {
        roots.push(event.cid)
      }

      yield event
    }
  }

  const report = (event: ImportEvent): void => {
    if (event.type !== 'root') {
      onEvent?.(event)
    }
  }

  await node.jobs.run(addJob(node, imported, pinName === false ? undefined : pinName), { report, signal }).result
  await node.providing?.announceContent({ roots, isPinned: pinName !== false, isInMfs: false }, { signal })
  return roots
}

async function* toAsync<T> (items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  yield* items
}
