import type { Logs } from '../../log/logs.ts'
import type { GcResult } from '../../repo/gc/gc-options.ts'
import { collectGarbage } from '../../repo/gc/gc.ts'
import type { Repo } from '../../repo/repo.ts'
import type { JobSpec } from '../job-spec.ts'

/** The result of a garbage collection. */
export interface GcTotals {
  removed: number
  /** The number of failed steps, each of which was reported. */
  errors: number
}

/**
 * Collects garbage, and reports each step. Survives a crash: a resumed job deletes the garbage of that time. Requests
 * join until the mark phase begins. Later ones start another collection, because blocks may have been unpinned since.
 */
export function repoGc (
  repo: Pick<Repo, 'blockstore' | 'gcLock' | 'gcRoots'> & { logs?: Logs }
): JobSpec<GcResult, GcTotals> {
  return {
    kind: 'repo/gc',
    args: {},
    join: 'until-begun',

    async work ({ signal, report, progress, begun }) {
      const totals: GcTotals = { removed: 0, errors: 0 }

      await collectGarbage(repo, {
        signal,
        begun: () => {
          delete progress.waitsFor
          begun()
        },
        waiting: (writers) => {
          progress.waitsFor = `${writers} ${
            writers === 1 ? 'write' : 'writes'
          } that began before, such as a slow upload`
        },
        report: (result) => {
          if ('error' in result) {
            totals.errors++
          } else {
            progress.blocks = ++totals.removed
          }

          return report(result)
        }
      })

      return totals
    },

    describe: ({ removed, errors }) => `removed ${removed} blocks${errors === 0 ? '' : `, ${errors} errors`}`
  }
}
