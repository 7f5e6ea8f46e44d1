import { answered } from '../async/answered.ts'

/** The part of a cache that is used. */
export type AnsweringCache = Pick<Cache, 'delete' | 'keys' | 'match' | 'put'>

/** The part of the Cache API that is used. */
export interface AnsweringCaches extends Pick<CacheStorage, 'delete' | 'has'> {
  open: (name: string) => Promise<AnsweringCache>
}

/** The Cache API, of which each call ends: see `answered`. */
export function answeringCaches (caches: AnsweringCaches): AnsweringCaches {
  return {
    has: async (name) => await answered(() => caches.has(name)),
    delete: async (name) => await answered(() => caches.delete(name)),
    open: async (name) => {
      const cache = await answered(() => caches.open(name))

      return {
        delete: async (url) => await answered(() => cache.delete(url)),
        keys: async () => await answered(() => cache.keys()),
        match: async (url) => await answered(() => cache.match(url)),
        // its body is used up
        put: async (url, response) => { await answered(() => cache.put(url, response), { again: false }) }
      }
    }
  }
}
