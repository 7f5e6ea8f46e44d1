import type { CID } from 'multiformats/cid'
import { addJob } from '../jobs/kinds/add.ts'
import type { IpfsNode } from '../node/ipfs-node.ts'
import type { WriteSession } from '../store/blockstore.ts'
import type { BlockSink } from '../unixfs/import/block-pipeline.ts'
import type { ImportEntry } from '../unixfs/import/entry.ts'
import { importEntries } from '../unixfs/import/import-entries.ts'
import type { AddedEvent, ImportEvent, ProgressEvent } from '../unixfs/import/import-event.ts'
import { importSettings } from '../unixfs/import/import-settings.ts'
import type { ChosenSettings } from '../unixfs/import/import-settings.ts'

export interface AddOptions extends ChosenSettings {
  /** pins the roots recursively under this name, which may be empty; `false` pins nothing. Default: pinned without a name */
  pinName?: string | false
  /** told of every file, directory and symlink when it is complete, and of the bytes of files that have been read */
  onEvent?: (event: AddedEvent | ProgressEvent) => void
  signal?: AbortSignal
}

/**
 * Adds files, directories and symlinks, as `ipfs add` does, by the `Import` settings of the node where the options say nothing.
 * All of it is kept, durable and pinned when it resolves, and nothing of it when it rejects.
 *
 * @returns the root of each top-level entry; with `wrap` that of the one directory around them
 * @throws what the entries throw; QuotaExceededError; the signal's reason
 * @example
 *   const [cid] = await add(node, [{ path: 'hi.txt', kind: 'file', content: (async function * () { yield bytes })() }])
 */
export async function add (node: IpfsNode, entries: Iterable<ImportEntry> | AsyncIterable<ImportEntry>, { pinName = '', onEvent, signal = new AbortController().signal, ...options }: AddOptions = {}): Promise<CID[]> {
  const settings = importSettings(node.config, options)
  const roots: CID[] = []

  /** Roots are for us, all else for the caller. */
  async function * imported (sink: BlockSink, signal: AbortSignal, stage: WriteSession['stage']): AsyncGenerator<ImportEvent> {
    for await (const event of importEntries(toAsync(entries), { ...settings, progress: onEvent != null, sink, stage, signal })) {
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
  return roots
}

async function * toAsync<T> (items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  yield * items
}
