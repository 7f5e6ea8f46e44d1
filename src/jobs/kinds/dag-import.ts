import { importCars } from '../../pins/import-cars.ts'
import type { ImportCarsOptions, ImportedCars } from '../../pins/import-cars.ts'
import type { PinnedRepo } from '../../pins/pinned-repo.ts'
import type { JobSpec } from '../job-spec.ts'

export type DagImportArgs = Pick<ImportCarsOptions, 'pinRoots' | 'allowBigBlock' | 'bounds'>

/** Why an import that was killed is not done again: who sent the CARs is gone, and the next opening of the store has undone what came. */
export const IMPORT_WAS_CUT = 'the node was stopped while the upload came in; nothing of it was kept, import it again'

/**
 * Imports CARs that somebody sends. It cannot go on behind a kill; the row is there so that a person learns of it. It goes with the
 * commit of the blocks, so one that is left says the truth.
 */
export function dagImport (repo: PinnedRepo, cars: AsyncIterable<AsyncIterable<Uint8Array>>, { bounds, ...args }: DagImportArgs): JobSpec<never, ImportedCars> {
  return {
    kind: 'dag/import',
    args: { ...args },
    join: 'never',

    work: async ({ signal, progress, recording }) => await importCars(repo, cars, {
      ...args,
      bounds,
      signal,
      recording,
      onBlock: (bytes) => {
        progress.blocks++
        progress.bytes += bytes
      }
    }),

    describe: ({ totals }) => `imported ${totals.blocks} blocks`
  }
}
