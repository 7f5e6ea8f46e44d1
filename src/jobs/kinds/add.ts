import type { Json } from '../../config/values/config.ts'
import { importAndPin } from '../../pins/change/import-and-pin.ts'
import type { SessionAbilities } from '../../pins/change/import-and-pin.ts'
import type { PinnedRepo } from '../../pins/index/pinned-repo.ts'
import type { ImportEvent, RootEvent } from '../../unixfs/import/entries/import-event.ts'
import type { BlockSink } from '../../unixfs/import/pipeline/block-pipeline.ts'
import type { JobSpec } from '../job-spec.ts'

/**
 * The failure message of an interrupted add. It cannot be repeated: the client that sent the files is gone, and the
 * store has rolled back the blocks.
 */
export const ADD_WAS_CUT = 'the node was stopped while the files came in; nothing of them was kept, add them again'

/**
 * Adds uploaded files, like `importAndPin`, and reports its events. It cannot be resumed. The row only serves to report
 * an interruption, and is deleted in the commit of the blocks. The interruption is not reported if the same files are
 * added again.
 *
 * @param start - begins the import, which ends when the signal aborts
 * @param pinName - of the pins; undefined for no pins. With the target in Files, it identifies the job
 * @param asked - the options of the request, for display; `to-files` also identifies the job
 */
export function addJob (
  repo: PinnedRepo,
  start: (
    sink: BlockSink,
    signal: AbortSignal,
    abilities: SessionAbilities
  ) => AsyncIterable<ImportEvent>,
  pinName: string | undefined,
  asked?: Record<string, string>
): JobSpec<ImportEvent, RootEvent[]> {
  const name = pinName ?? ''
  const toFiles = asked?.['to-files']
  const args: Json = toFiles == null ? { name } : { name, toFiles }

  return {
    kind: 'add',
    args,
    asked,
    // Many additions may have the same folder as their target, but only one has a path.
    sameAs: name === '' && (toFiles == null || toFiles.endsWith('/')) ? undefined : args,
    join: 'never',

    work: async ({ signal, progress, report, recording }) => {
      const counted = (sink: BlockSink): BlockSink => async (cid, bytes, leaf) => {
        await sink(cid, bytes, leaf)
        progress.blocks++
        progress.bytes += bytes.byteLength
      }

      const countedAdopt = (adopt: NonNullable<SessionAbilities['adopt']>): typeof adopt => async (...segment) => {
        await adopt(...segment)
        progress.blocks += segment[2].length
        progress.bytes += segment[1]
      }

      return await importAndPin(
        repo,
        (sink, { stage, adopt }) => start(counted(sink), signal, { stage, adopt: adopt && countedAdopt(adopt) }),
        {
          pinName,
          report,
          recording,
          signal
        }
      )
    },

    describe: (roots) => `added ${roots.length} items`
  }
}
