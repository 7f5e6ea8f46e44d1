import type { Ballast } from './ballast.ts'
import { mayBeFull, StorageFullError } from './storage-full-error.ts'

/**
 * Opens something that needs the disk. Where that fails for what may be want of room, the ballast is given up and it is tried
 * once more.
 *
 * @throws StorageFullError when that does not help either, or there is none
 */
export async function openWithRoom<T> (open: () => Promise<T>, ballast: Pick<Ballast, 'giveUp'>): Promise<T> {
  try {
    return await open()
  } catch (err) {
    if (!mayBeFull(err)) {
      throw err
    }

    if (!await ballast.giveUp()) {
      throw new StorageFullError(err)
    }
  }

  try {
    return await open()
  } catch (err) {
    throw mayBeFull(err) ? new StorageFullError(err) : err
  }
}
