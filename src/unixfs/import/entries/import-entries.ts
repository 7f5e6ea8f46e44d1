import { EventQueue } from '../../../async/iteration/event-queue.ts'
import type { ImportEntry } from '../../format/import-entry.ts'
import { BlockPipeline } from '../pipeline/block-pipeline.ts'
import { CidBuilder } from '../pipeline/cid-builder.ts'
import { EntryWalker, TOP } from './entry-walker.ts'
import type { ImportEvent } from './import-event.ts'
import type { ImportOptions } from './import-options.ts'
import { TopImport } from './import-top-entry.ts'

/**
 * Imports entries as they come and reports in Kubo's order (`core/commands/add.go`, `core/coreunix/add.go`): every file
 * when it is complete, the directories of a top-level entry, children first, after its last file, then its root.
 * Reading, hashing and writing overlap; events of small files that are hashed side by side still come in order.
 *
 * When it ends without an error, all blocks are with the sink. When it is left early or throws, nothing reaches the
 * sink any more.
 *
 * @throws what the entries, the sink or the options bring, after the events that came before; the messages are Kubo's
 */
export async function* importEntries (
  entries: AsyncIterable<ImportEntry>,
  options: ImportOptions
): AsyncGenerator<ImportEvent, void, undefined> {
  const pipeline = new BlockPipeline(
    options.sink ?? (() => {}),
    new CidBuilder({ version: options.cidVersion, hash: options.hash, inlineLimit: options.inlineLimit })
  )
  const events = new EventQueue<ImportEvent>()

  // the entries may be waited for, and need not come any more
  const abort = (): void => {
    events.fail(options.signal?.reason)
  }
  options.signal?.addEventListener('abort', abort, { once: true })
  produce(entries, pipeline, events, options).then(() => events.end(), (error) => events.fail(error))

  try {
    yield* events
  } finally {
    options.signal?.removeEventListener('abort', abort)
    events.end()
    await pipeline.stop()
  }
}

async function produce (
  entries: AsyncIterable<ImportEntry>,
  pipeline: BlockPipeline,
  events: EventQueue<ImportEvent>,
  options: ImportOptions
): Promise<void> {
  const walker = new EntryWalker(entries)

  try {
    const tops = options.wrap ? [{ name: '', node: TOP }] : walker.children('/')

    for await (const top of tops) {
      await new TopImport(top, { walker, pipeline, events, options }).run()
    }

    await pipeline.drain()
  } finally {
    await walker.close()
  }
}
