import type { PinnedRepo } from './pinned-repo.ts'
import type { BlockSink } from '../unixfs/import/block-pipeline.ts'
import type { ImportEvent, RootEvent } from '../unixfs/import/import-event.ts'

export interface ImportAndPinOptions {
  /** pins each root recursively under this name; undefined for no pins */
  pinName?: string
  signal: AbortSignal
}

/**
 * Runs an import into the node's store as a whole: when it fails, is cut or its reader leaves, nothing of it stays, whatever was already reported.
 * Kubo keeps what came before the failure.
 */
export async function * importAndPin (repo: PinnedRepo, start: (sink: BlockSink) => AsyncIterable<ImportEvent>, { pinName, signal }: ImportAndPinOptions): AsyncGenerator<ImportEvent> {
  const release = await repo.gcLock.read(signal)
  const session = repo.blockstore.session()
  const roots: RootEvent[] = []
  let kept = false

  try {
    for await (const event of start((cid, bytes) => session.put(cid, bytes))) {
      if (event.type === 'root') {
        roots.push(event)
      }

      yield event
    }

    await session.commit()
    kept = true

    if (pinName != null) {
      for (const { cid } of roots) {
        await repo.pins.put({ cid, mode: 'recursive', name: pinName })
      }
    }
  } finally {
    if (!kept) {
      await session.rollback()
    }

    release()
  }
}
