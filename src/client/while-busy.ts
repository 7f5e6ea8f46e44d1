import { keepAlive } from './keep-alive.ts'

/**
 * A Web Lock that all pages of the origin share. Work holds it together with
 * others; an update of the worker takes it alone, and so waits for all work in
 * all tabs, and no new work begins while it changes workers.
 */
export const BUSY_LOCK = 'swipfs-busy'

/**
 * Runs `work` with the worker kept alive and its update held back.
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
