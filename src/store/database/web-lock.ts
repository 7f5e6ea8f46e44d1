/** The subset of `navigator.locks` that is used. */
export type Locks = Pick<LockManager, 'request'>

/**
 * Waits for the exclusive lock of this name. Other workers of the origin, of any version, wait meanwhile. A worker that
 * dies releases it.
 *
 * @returns a function that releases it
 * @throws the signal's reason if it is aborted before the lock is acquired
 */
export function acquireLock (locks: Locks, name: string, signal?: AbortSignal): Promise<() => void> {
  return new Promise((resolve, reject) => {
    locks.request(name, { mode: 'exclusive', signal }, () =>
      new Promise<void>((release) => {
        resolve(release)
      })).catch(reject)
  })
}
