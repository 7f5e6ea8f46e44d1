import type { CID } from 'multiformats/cid'
import { HeldReport } from '../async/held-report.ts'
import type { Report } from '../async/reports-of.ts'
import { withWriteSession } from '../repo/with-write-session.ts'
import type { BlockSink } from '../unixfs/import/block-pipeline.ts'
import type { ImportEvent } from '../unixfs/import/import-event.ts'
import type { PinnedRepo } from './pinned-repo.ts'
import { pinning } from './pinning.ts'

export interface ImportAndPinOptions {
  /** pins each root recursively under this name; undefined for no pins */
  pinName?: string
  /** Told of all events but the roots. The import waits for it, and everybody who wants to collect garbage for the import. */
  report: Report<ImportEvent>
  signal: AbortSignal
}

/**
 * Runs an import into the node's store as a whole: when it fails or is cut, nothing of it stays, whatever was already reported.
 * Kubo keeps what came before the failure.
 *
 * The last event is told when all of it is durable and pinned, or the import has failed behind it: who adds one file, and is
 * told of it, has it.
 *
 * @param start - begins the import, which ends by the signal
 */
export async function importAndPin (repo: PinnedRepo, start: (sink: BlockSink) => AsyncIterable<ImportEvent>, { pinName, report, signal }: ImportAndPinOptions): Promise<void> {
  const held = new HeldReport(report)

  await withWriteSession(repo, signal, async ({ put, record }) => {
    const roots = await held.during(async () => {
      const roots: CID[] = []

      for await (const event of start(put)) {
        if (event.type === 'root') {
          roots.push(event.cid)
        } else {
          await held.report(event)
        }
      }

      return roots
    })

    if (pinName != null) {
      record(pinning(repo.pins, roots.map((cid) => ({ cid, mode: 'recursive', name: pinName }))))
    }
  })

  await held.tell()
}
