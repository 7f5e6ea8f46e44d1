import { ReferenceWriter } from '../../../blocks/references/reference-writer.ts'
import type { References } from '../../../blocks/references/references.ts'
import type { BlockSink } from '../pipeline/block-pipeline.ts'
import type { ImportEvent } from './import-event.ts'

/**
 * Runs an import that stores references to file ranges instead of leaves. Saves the references at the end, before the
 * commit.
 */
export async function* importReferring (
  references: References,
  put: BlockSink,
  start: (sink: BlockSink) => AsyncGenerator<ImportEvent>
): AsyncGenerator<ImportEvent> {
  const writer = new ReferenceWriter(references)

  yield* start(async (cid, bytes, { place } = {}) => {
    await (place == null ? put(cid, bytes) : writer.add(cid, place.abspath, place.offset, bytes.length))
  })

  await writer.flush()
}
