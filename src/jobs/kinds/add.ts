import { importAndPin } from '../../pins/import-and-pin.ts'
import type { PinnedRepo } from '../../pins/pinned-repo.ts'
import type { WriteSession } from '../../store/blockstore.ts'
import type { BlockSink } from '../../unixfs/import/block-pipeline.ts'
import type { ImportEvent, RootEvent } from '../../unixfs/import/import-event.ts'
import type { JobSpec } from '../job-spec.ts'

/** Why an add that was killed is not done again: who sent the files is gone, and the next opening of the store has undone what came. */
export const ADD_WAS_CUT = 'the node was stopped while the files came in; nothing of them was kept, add them again'

/**
 * Adds what somebody sends, as `importAndPin` does, and reports its events. It cannot go on behind a kill; the row is there so that a person
 * learns of it. It goes with the commit of the blocks, and is not told of where the same is being added again, or was.
 *
 * @param start - begins the import, which ends by the signal
 * @param pinName - of the pins, by which it is known again; undefined for no pins
 * @param asked - the options as they were given, for who looks at jobs
 */
export function addJob (repo: PinnedRepo, start: (sink: BlockSink, signal: AbortSignal, stage: WriteSession['stage']) => AsyncIterable<ImportEvent>, pinName: string | undefined, asked?: Record<string, string>): JobSpec<ImportEvent, RootEvent[]> {
  const name = pinName ?? ''

  return {
    kind: 'add',
    args: { name },
    asked,
    sameAs: name === '' ? undefined : { name },
    join: 'never',

    work: async ({ signal, progress, report, recording }) => {
      const counted = (sink: BlockSink): BlockSink => async (cid, bytes, leaf) => {
        await sink(cid, bytes, leaf)
        progress.blocks++
        progress.bytes += bytes.byteLength
      }

      return await importAndPin(repo, (sink, stage) => start(counted(sink), signal, stage), { pinName, report, recording, signal })
    },

    describe: (roots) => `added ${roots.length} items`
  }
}
