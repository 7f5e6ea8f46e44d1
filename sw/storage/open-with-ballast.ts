import { delay } from '../../src/async/timers/delay.ts'
import type { Ballast } from './ballast.ts'
import { mayBeFull, StorageFullError } from './storage-full-error.ts'

/**
 * Delays between attempts, in milliseconds. On a full disk databases opened between a moment and several seconds after
 * a ballast was released.
 */
const WAITS_MS = [0, 250, 750, 2000, 4000]

/**
 * Opens something that needs disk space. If that fails and a full disk may be the cause, releases the ballast, unless
 * it was released just before, and retries while its space may become available.
 *
 * @throws StorageFullError if the retries fail, or there is no ballast
 */
export async function openWithRoom<T> (
  open: () => Promise<T>,
  ballast: Pick<Ballast, 'giveUp' | 'isRoomComing'>,
  wait = delay
): Promise<T> {
  const waits = [...WAITS_MS]

  for (;;) {
    try {
      return await open()
    } catch (err) {
      if (!mayBeFull(err)) {
        throw err
      }

      await ballast.giveUp()
      const ms = ballast.isRoomComing ? waits.shift() : undefined

      if (ms == null) {
        throw new StorageFullError(err)
      }

      await wait(ms)
    }
  }
}
