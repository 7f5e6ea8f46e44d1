import { markKept } from './gc-mark.ts'
import { sweep } from './gc-sweep.ts'
import type { Logs } from '../../log/logs.ts'
import type { Repo } from '../repo.ts'
import type { GcOptions } from './gc-options.ts'

/**
 * Removes all blocks that no root of `gcRoots` needs (Kubo `gc/gc.go`): marks what is kept, then sweeps. Adders
 * wait meanwhile, and those before are waited for, so that no block of an add in flight is lost.
 *
 * What cannot be read or removed is reported. When it is not known what must be kept, nothing is removed.
 * Memory: 45 bytes for each block that is kept.
 *
 * @throws the signal's reason; what was removed until then stays removed
 */
export async function collectGarbage (repo: Pick<Repo, 'blockstore' | 'gcLock' | 'gcRoots'> & { logs?: Logs }, options: GcOptions): Promise<void> {
  const log = repo.logs?.logger('gc')
  const release = await repo.gcLock.write(options.signal)
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
    const marked = await markKept(repo, { ...options, report })

    if (marked != null) {
      await sweep(repo.blockstore, marked, { ...options, report })
    }
  } finally {
    log?.info('garbage collected', { removed })
    release()
  }
}
