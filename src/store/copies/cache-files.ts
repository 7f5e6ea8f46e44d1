import { fallbackUnlessTimeout } from '../../async/promises/answer-timeout.ts'
import type { CacheStorageLike } from '../cache/caches-with-timeout.ts'
import type { CopyFiles } from './datastore-copy.ts'

/** The prefix of the URLs that name the files. They are never requested: no page is answered from this cache. */
const ROOT = 'https://copies.invalid/'

/**
 * Stores files in the Cache API. Its data lies in files of its own next to IndexedDB. Clearing the site's data deletes
 * both, so data that a person deleted on purpose is not restored from here.
 *
 * @param name - of the cache
 */
export function cacheFiles (caches: Pick<CacheStorageLike, 'open'>, name: string): CopyFiles {
  return {
    names: async () => (await (await caches.open(name)).keys()).map(({ url }) => url.slice(ROOT.length)),
    read: async (file) => {
      try {
        const response = await (await caches.open(name)).match(ROOT + file)
        return response == null ? undefined : new Uint8Array(await response.arrayBuffer())
      } catch (err) {
        return fallbackUnlessTimeout(err, undefined)
      }
    },
    write: async (file, bytes) => {
      await (await caches.open(name)).put(ROOT + file, new Response(bytes))
    },
    remove: async (file) => {
      await (await caches.open(name)).delete(ROOT + file)
    }
  }
}
