import type { BlobContent } from '../../bytes/blob-content.ts'
import { importCars } from '../../pins/import-cars.ts'
import type { ImportCarsOptions, ImportedCars } from '../../pins/import-cars.ts'
import type { PinnedRepo } from '../../pins/pinned-repo.ts'
import type { JobSpec } from '../job-spec.ts'

export type DagImportArgs = Pick<ImportCarsOptions, 'pinRoots' | 'allowBigBlock' | 'bounds'>

/** Why an import that was killed is not done again: who sent the CARs is gone, and the next opening of the store has undone what came. */
export const IMPORT_WAS_CUT = 'the node was stopped while the upload came in; nothing of it was kept, import it again'

/** A CAR on its way in. */
export interface SentCar {
  /** as who sends it calls it; may be empty */
  name: string
  content: BlobContent
}

/**
 * Imports CARs that somebody sends. It cannot go on behind a kill; the row is there so that a person learns of it. It goes with the
 * commit of the blocks, so one that is left says the truth. Its arguments have the `name` of the CAR that comes in.
 */
export function dagImport (repo: PinnedRepo, cars: AsyncIterable<SentCar>, { bounds, ...args }: DagImportArgs): JobSpec<never, ImportedCars> {
  return {
    kind: 'dag/import',
    args: { ...args },
    join: 'never',

    work: async ({ signal, progress, left, recording }) => await importCars(repo, contents(cars, (name) => { left(() => ({ ...args, name })) }), {
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

async function * contents (cars: AsyncIterable<SentCar>, begun: (name: string) => void): AsyncGenerator<BlobContent> {
  for await (const { name, content } of cars) {
    begun(name)
    yield content
  }
}
