import { delay } from '../src/async/delay.ts'
import type { Ballast } from './ballast.ts'
import { mayBeFull, StorageFullError } from './storage-full-error.ts'

/** Milliseconds between the tries: on a disk that was full, databases opened a moment after a ballast was given up, or some seconds. */
const WAITS_MS = [0, 250, 750, 2000, 4000]

/**
 * Opens something that needs the disk. Where that fails for what may be want of room, the ballast is given up, if it was not a moment
 * ago, and it is tried again while the room of it may be still to come.
 *
 * @throws StorageFullError when that does not help either, or there is none
 */
export async function openWithRoom<T> (open: () => Promise<T>, ballast: Pick<Ballast, 'giveUp' | 'isRoomComing'>, wait = delay): Promise<T> {
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
