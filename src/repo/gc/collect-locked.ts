import type { Logs } from '../../log/logs.ts'
import type { Repo } from '../repo.ts'
import { markKept } from './gc-mark.ts'
import type { LaterRoots } from './gc-mark.ts'
import type { GcOptions } from './gc-options.ts'
import { sweepBlocks } from './gc-sweep.ts'

/**
 * Same as `collectGarbage`, for a caller that already holds the write side of `gcLock`.
 *
 * @param later - additional roots that are kept, except for DAGs that are being removed
 * @returns false if the roots are not all known, which was reported; nothing is removed then
 */
export async function collectLocked (
  repo: Pick<Repo, 'blockstore' | 'gcRoots'> & { logs?: Logs },
  options: GcOptions,
  later?: LaterRoots
): Promise<boolean> {
  const log = repo.logs?.logger('gc')
  let removed = 0

  const report: GcOptions['report'] = async (result) => {
    if ('removed' in result) {
      removed++
    } else {
      log?.error(result.error.message)
    }

    await options.report(result)
  }

  log?.info('collecting garbage')

  try {
    options.begun?.()
    const marked = await markKept(repo, { ...options, report }, later)

    if (marked != null) {
      await sweepBlocks(repo.blockstore, marked, { ...options, report })
    }

    return marked != null
  } finally {
    log?.info('garbage collected', { removed })
  }
}
