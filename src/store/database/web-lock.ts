/** The part of `navigator.locks` that is used here. */
export type Locks = Pick<LockManager, 'request'>

/**
 * Waits for the exclusive lock of this name. Other workers of the origin, older or newer ones, wait meanwhile; a worker
 * that dies lets go of it.
 *
 * @returns a function that releases it
 * @throws the signal's reason when it is aborted before the lock is ours
 */
export function acquireLock (locks: Locks, name: string, signal?: AbortSignal): Promise<() => void> {
  return new Promise((resolve, reject) => {
    locks.request(name, { mode: 'exclusive', signal }, () => new Promise<void>((release) => {
      resolve(release)
    })).catch(reject)
  })
}
