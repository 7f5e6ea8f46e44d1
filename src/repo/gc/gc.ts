import type { Logs } from '../../log/logs.ts'
import type { Repo } from '../repo.ts'
import { collectLocked } from './collect-locked.ts'
import type { GcOptions } from './gc-options.ts'

/**
 * Removes all blocks that no root of `gcRoots` needs (Kubo `gc/gc.go`), by mark and sweep. Begins when no writer is
 * running, so that no new block is lost. Writers wait for the collection. While it waits for a slow upload itself, new
 * writers may start.
 *
 * Reports errors of reading and removing. If the kept blocks are not all known, nothing is removed. Needs 45 bytes of
 * memory for each kept block.
 *
 * @throws the signal's reason; blocks that were removed before stay removed
 * @example
 * ```ts
 * await collectGarbage(node, { signal, report: (event) => { console.log(event) } })
 * ```
 */
export async function collectGarbage (
  repo: Pick<Repo, 'blockstore' | 'gcLock' | 'gcRoots'> & { logs?: Logs },
  options: GcOptions
): Promise<void> {
  const release = await repo.gcLock.write(options.signal, {
    onWaiting: (writers) => {
      repo.logs?.logger('gc').info('waiting for uploads and other writes to end before garbage is collected', {
        writers
      })
      options.waiting?.(writers)
    }
  })

  try {
    await collectLocked(repo, options)
  } finally {
    release()
  }
}
