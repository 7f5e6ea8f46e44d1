import { answered } from '../async/answered.ts'
import type { AnsweredOptions } from '../async/answered.ts'

/** The part of a cache that is used. */
export type AnsweringCache = Pick<Cache, 'delete' | 'keys' | 'match' | 'put'>

/** The part of the Cache API that is used. */
export interface AnsweringCaches extends Pick<CacheStorage, 'delete' | 'has'> {
  open: (name: string) => Promise<AnsweringCache>
}

/** Where one question was not answered, as a rule none of that worker is any more. */
const NO_PATIENCE_MS = 2000

/** Those that gave no answer to the question before, with whatever wrapper it was asked. */
const silent = new WeakSet<AnsweringCaches>()

/** The Cache API, of which each call ends (see `answered`), and many that are made one behind the other end too: behind one without an answer the next is waited for two seconds. */
export function answeringCaches (caches: AnsweringCaches): AnsweringCaches {
  const asked = async <T>(ask: () => Promise<T>, options?: AnsweredOptions): Promise<T> => {
    try {
      const answer = await answered(ask, silent.has(caches) ? { again: false, patienceMs: NO_PATIENCE_MS } : options)
      silent.delete(caches)
      return answer
    } catch (err) {
      silent[(err as Error).name === 'NoAnswerError' ? 'add' : 'delete'](caches)
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
        // its body is used up
        put: async (url, response) => { await asked(() => cache.put(url, response), { again: false }) }
      }
    }
  }
}
