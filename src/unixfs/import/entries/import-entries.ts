import { EventQueue } from '../../../async/iteration/event-queue.ts'
import type { ImportEntry } from '../../format/import-entry.ts'
import { BlockPipeline } from '../pipeline/block-pipeline.ts'
import { CidBuilder } from '../pipeline/cid-builder.ts'
import { EntryWalker, TOP } from './entry-walker.ts'
import type { ImportEvent } from './import-event.ts'
import type { ImportOptions } from './import-options.ts'
import { TopImport } from './import-top-entry.ts'

/**
 * Imports entries and reports events in Kubo's order (`core/commands/add.go`, `core/coreunix/add.go`). Each file is
 * reported when it is complete. The directories of a top-level entry follow its last file, children first, and then its
 * root. Reading, hashing and writing overlap; events stay in order even if small files are hashed in parallel.
 *
 * If it ends without an error, the sink has received all blocks. After an error or an early return, nothing more
 * reaches the sink.
 *
 * @throws errors of the entries, the sink or the options, after the preceding events; the messages are Kubo's
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

  // the source of entries may still be pending, and need not settle
  const abort = (): void => {
    events.fail(options.signal?.reason)
  }
  options.signal?.addEventListener('abort', abort, { once: true })
  produceBlocks(entries, pipeline, events, options).then(() => events.end(), (error) => events.fail(error))

  try {
    yield* events
  } finally {
    options.signal?.removeEventListener('abort', abort)
    events.end()
    await pipeline.stop()
  }
}

async function produceBlocks (
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
