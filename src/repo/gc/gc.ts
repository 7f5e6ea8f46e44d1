import { collectHeld } from './collect-held.ts'
import type { Logs } from '../../log/logs.ts'
import type { Repo } from '../repo.ts'
import type { GcOptions } from './gc-options.ts'

/**
 * Removes all blocks that no root of `gcRoots` needs (Kubo `gc/gc.go`): marks what is kept, then sweeps. Adders wait meanwhile.
 * It begins when no adder is under way, so that no block of one is lost. Adders that come while it waits for a slow upload pass.
 *
 * What cannot be read or removed is reported. When it is not known what must be kept, nothing is removed.
 * Memory: 45 bytes for each block that is kept.
 *
 * @throws the signal's reason; what was removed until then stays removed
 */
export async function collectGarbage (repo: Pick<Repo, 'blockstore' | 'gcLock' | 'gcRoots'> & { logs?: Logs }, options: GcOptions): Promise<void> {
  const release = await repo.gcLock.write(options.signal, {
    onWaiting: (writers) => {
      repo.logs?.logger('gc').info('waiting for uploads and other writes to end before garbage is collected', { writers })
      options.waiting?.(writers)
    }
  })

  try {
    await collectHeld(repo, options)
  } finally {
    release()
  }
}
