import { delay } from '../../src/async/timers/delay.ts'
import { defineError } from '../../src/errors/define-error.ts'
import type { Ballast } from './ballast.ts'

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
export async function openWithBallast<T> (
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

/** Thrown if the node does not open, probably because the disk is full. Some browsers report no specific reason. */
export class StorageFullError extends defineError('StorageFullError') {
  constructor (cause: Error) {
    super(
      'the node cannot open its storage, most likely because the disk is full: ' +
        `free some space on this device and try again, stored data is still there (${cause.message})`,
      { cause }
    )
  }
}

/**
 * Whether an error of opening may be due to a full disk. Chromium throws `QuotaExceededError`, or `Internal error
 * opening backing store` if the files of its database cannot grow. Other browsers throw `UnknownError` for either.
 */
export function mayBeFull (err: unknown): err is Error {
  return ['QuotaExceededError', 'UnknownError', 'OpenFailedError', 'DatabaseLostError'].includes(
    (err as Error | null)?.name ?? ''
  )
}
