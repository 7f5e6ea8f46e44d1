import { keepAlive } from './keep-alive.ts'

/**
 * A Web Lock that all pages of the origin share. Work holds it in shared mode. An update of the worker takes it
 * exclusively: it waits for all work in all tabs, and no new work starts during the update.
 */
export const BUSY_LOCK = 'swipfs-busy'

/**
 * Runs `work` while the worker is kept alive and its updates are delayed.
 *
 * @example
 * ```ts
 * const result = await whileBusy(() => add(entries, { signal }), { signal })
 * ```
 */
export async function whileBusy<T> (work: () => Promise<T>, { signal }: { signal?: AbortSignal } = {}): Promise<T> {
  return await navigator.locks.request(BUSY_LOCK, { mode: 'shared', signal }, async () => {
    const letGo = keepAlive()
    try {
      return await work()
    } finally {
      letGo()
    }
  }) as T
}
