import type { Report } from '../../async/iteration/buffered-generator.ts'
import { DelayedReport } from '../../async/iteration/delayed-report.ts'
import { withWriteSession } from '../../repo/with-write-session.ts'
import type { RecordWrite } from '../../repo/with-write-session.ts'
import type { ImportEvent, RootEvent } from '../../unixfs/import/entries/import-event.ts'
import type { ImportOptions } from '../../unixfs/import/entries/import-options.ts'
import type { BlockSink } from '../../unixfs/import/pipeline/block-pipeline.ts'
import type { PinnedRepo } from '../index/pinned-repo.ts'
import { pinCommitRecord } from './pin-commit-record.ts'

/** Abilities of the write session that an importer may use, in addition to its sink. */
export type SessionAbilities = Pick<ImportOptions, 'stage' | 'adopt'>

export interface ImportAndPinOptions {
  /** pins each root recursively under this name; undefined for no pins */
  pinName?: string
  /** Receives all events except roots. The import waits for it, and garbage collection waits for the import. */
  report: Report<ImportEvent>
  /**
   * returns the write of the pins extended by rows of the caller, or a write of those rows alone if there are no pins
   */
  recording?: (write: RecordWrite | undefined) => RecordWrite | undefined
  signal: AbortSignal
}

/**
 * Runs an import into the node's store atomically: if it fails or is aborted, nothing of it stays, including blocks
 * that were already reported. Kubo keeps the blocks before the failure.
 *
 * The last event is reported when everything is durable and pinned, or after a failure. A client that adds one file and
 * gets its event can rely on it.
 *
 * @param start - starts the import, which must end when the signal aborts
 * @returns the roots
 */
export async function importAndPin (
  repo: PinnedRepo,
  start: (sink: BlockSink, abilities: SessionAbilities) => AsyncIterable<ImportEvent>,
  { pinName, report, recording = (write) => write, signal }: ImportAndPinOptions
): Promise<RootEvent[]> {
  const held = new DelayedReport(report)
  const { notes: noteStore } = repo.blockstore.capabilities
  let keepNotes = (): void => {}

  const roots = await withWriteSession(repo, signal, async ({ put, staging, adopting, record }) => {
    const roots = await held.during(async () => {
      const roots: RootEvent[] = []

      for await (
        const event of start(async (cid, bytes, leaf) => {
          await (leaf?.isContent === true && staging != null ? staging.putPayload(cid, bytes) : put(cid, bytes))
        }, { stage: staging?.stage, adopt: adopting?.adopt })
      ) {
        if (event.type === 'root') {
          roots.push(event)
        } else {
          await held.report(event)
        }
      }

      return roots
    })

    const notes = roots.flatMap(({ notes = [] }) => notes)
    // Taken now: until the end of the session no block that the notes describe can be removed.
    const { epoch } = notes.length === 0 ? {} : await noteStore?.read([]) ?? {}

    if (epoch != null) {
      keepNotes = () => {
        noteStore?.write(notes, epoch)
      }
    }

    const pins = pinName == null
      ? undefined
      : pinCommitRecord(
        repo.pins,
        roots.map(({ cid, hasLinks }) => ({ cid, mode: 'recursive', name: pinName, below: hasLinks ? undefined : [] }))
      )
    const write = recording(pins)

    if (write != null) {
      record(write)
    }

    return roots
  })

  keepNotes()
  await held.flush()
  return roots
}
