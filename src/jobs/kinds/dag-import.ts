import type { BlobContent } from '../../bytes/blobs/blob-content.ts'
import { importCars } from '../../pins/change/import-cars.ts'
import type { ImportCarsOptions, ImportedCars } from '../../pins/change/import-cars.ts'
import type { PinnedRepo } from '../../pins/index/pinned-repo.ts'
import type { JobSpec } from '../job-spec.ts'

export type DagImportArgs = Pick<ImportCarsOptions, 'pinRoots' | 'allowBigBlock' | 'bounds' | 'importOne'>

/**
 * The failure message of an interrupted import. It cannot be repeated: the client that sent the CARs is gone, and the
 * store has rolled back the blocks.
 */
export const IMPORT_WAS_CUT = 'the node was stopped while the upload came in; nothing of it was kept, import it again'

/** A CAR upload. */
export interface SentCar {
  /** The name from the client; may be empty. */
  name: string
  content: BlobContent
}

/**
 * Imports uploaded CARs. It cannot be resumed. The row only serves to report an interruption, and is deleted in the
 * commit of the blocks. Its arguments contain the `name` of the current CAR.
 */
export function dagImport (
  repo: PinnedRepo,
  cars: AsyncIterable<SentCar>,
  { bounds, importOne, ...args }: DagImportArgs
): JobSpec<never, ImportedCars> {
  return {
    kind: 'dag/import',
    args: { ...args },
    join: 'never',

    work: async ({ signal, progress, left, recording }) =>
      await importCars(
        repo,
        carContents(cars, (name) => {
          left(() => ({ ...args, name }))
        }),
        {
          ...args,
          bounds,
          importOne,
          signal,
          recording,
          onBlock: (bytes) => {
            progress.blocks++
            progress.bytes += bytes
          }
        }
      ),

    describe: ({ totals }) => `imported ${totals.blocks} blocks`
  }
}

async function* carContents (cars: AsyncIterable<SentCar>, begun: (name: string) => void): AsyncGenerator<BlobContent> {
  for await (const { name, content } of cars) {
    begun(name)
    yield content
  }
}
