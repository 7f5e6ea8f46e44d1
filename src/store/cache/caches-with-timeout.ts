import { NoAnswerError, withAnswerTimeout } from '../../async/promises/answer-timeout.ts'
import type { AnswerTimeoutOptions } from '../../async/promises/answer-timeout.ts'
import { isError } from '../../errors/define-error.ts'

/** The subset of `Cache` that is used. */
export type CacheLike = Pick<Cache, 'delete' | 'keys' | 'match' | 'put'>

/** The subset of the Cache API that is used. */
export interface CacheStorageLike extends Pick<CacheStorage, 'delete' | 'has'> {
  open: (name: string) => Promise<CacheLike>
}

/** A shorter timeout after one request timed out: usually none of that worker's requests are answered any more. */
const NO_PATIENCE_MS = 2000

/** The caches that timed out at their last request. Shared by all wrappers of a cache. */
const silent = new WeakSet<CacheStorageLike>()

/**
 * Wraps the Cache API so that every call ends (see `answered`). After a timeout, the next call waits for two seconds
 * only, so a series of calls ends too.
 */
export function cachesWithTimeout (caches: CacheStorageLike): CacheStorageLike {
  const asked = async <T>(ask: () => Promise<T>, options?: AnswerTimeoutOptions): Promise<T> => {
    try {
      const answer = await withAnswerTimeout(
        ask,
        silent.has(caches) ? { again: false, patienceMs: NO_PATIENCE_MS } : options
      )
      silent.delete(caches)
      return answer
    } catch (err) {
      silent[isError(err, NoAnswerError) ? 'add' : 'delete'](caches)
      throw err
    }
  }

  return {
    has: async (name) => await asked(() => caches.has(name)),
    delete: async (name) => await asked(() => caches.delete(name)),
    open: async (name) => {
      const cache = await asked(() => caches.open(name))

      return {
        delete: async (url) => await asked(() => cache.delete(url)),
        keys: async () => await asked(() => cache.keys()),
        match: async (url) => await asked(() => cache.match(url)),
        // Not repeated: the body of the response is used up.
        put: async (url, response) => {
          await asked(() => cache.put(url, response), { again: false })
        }
      }
    }
  }
}
