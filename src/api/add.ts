import type { CID } from 'multiformats/cid'
import { hashCodeByName } from '../cid/hash-names.ts'
import { addJob } from '../jobs/kinds/add.ts'
import type { IpfsNode } from '../node/ipfs-node.ts'
import type { BlockSink } from '../unixfs/import/block-pipeline.ts'
import type { ImportEntry } from '../unixfs/import/entry.ts'
import { importConfig } from '../unixfs/import/import-config.ts'
import { importEntries } from '../unixfs/import/import-entries.ts'
import type { AddedEvent, ImportEvent, ProgressEvent } from '../unixfs/import/import-event.ts'
import type { ImportOptions } from '../unixfs/import/import-options.ts'

const SHA2_256 = 0x12

export interface AddOptions extends Partial<Pick<ImportOptions, 'cidVersion' | 'rawLeaves' | 'chunker' | 'layout' | 'wrap' | 'preserveMode' | 'preserveMtime'>> {
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
  const settings = importSettings(node, options)
  const roots: CID[] = []

  /** Roots are for us, all else for the caller. */
  async function * imported (sink: BlockSink, signal: AbortSignal): AsyncGenerator<ImportEvent> {
    for await (const event of importEntries(toAsync(entries), { ...settings, progress: onEvent != null, sink, signal })) {
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

function importSettings ({ config: store }: IpfsNode, options: Omit<AddOptions, 'pinName' | 'onEvent' | 'signal'>): ImportOptions {
  const config = importConfig(store)
  const hash = hashCodeByName(config.hash) ?? SHA2_256
  const cidVersion = options.cidVersion ?? (config.cidVersion === 1 || hash !== SHA2_256 ? 1 : 0)

  return {
    cidVersion,
    hash,
    rawLeaves: options.rawLeaves ?? config.rawLeaves ?? cidVersion > 0,
    chunker: options.chunker ?? config.chunker,
    layout: options.layout ?? (config.trickle ? 'trickle' : 'balanced'),
    maxFileLinks: config.maxFileLinks,
    directory: config.directory,
    emptyDirs: true,
    mode: 0,
    preserveMode: options.preserveMode ?? false,
    preserveMtime: options.preserveMtime ?? false,
    wrap: options.wrap ?? false,
    progress: false,
    silent: false
  }
}

async function * toAsync<T> (items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  yield * items
}
