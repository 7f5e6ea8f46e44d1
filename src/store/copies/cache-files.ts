import type { AnsweringCaches } from '../answering-caches.ts'
import type { CopyFiles } from './copy-files.ts'
import { ifAnswered } from '../../async/if-answered.ts'

/** Names stand in URLs that nobody asks for: a cache is read by its name alone, and no page is answered from this one. */
const ROOT = 'https://copies.invalid/'

/**
 * Files in the Cache API. It lies beside IndexedDB, in files of its own, and shares its fate where a person clears the data of a site:
 * what was thrown away on purpose does not come back from here.
 *
 * @param name - of the cache
 */
export function cacheFiles (caches: Pick<AnsweringCaches, 'open'>, name: string): CopyFiles {
  return {
    names: async () => (await (await caches.open(name)).keys()).map(({ url }) => url.slice(ROOT.length)),
    read: async (file) => {
      try {
        const response = await (await caches.open(name)).match(ROOT + file)
        return response == null ? undefined : new Uint8Array(await response.arrayBuffer())
      } catch (err) {
        return ifAnswered(err, undefined)
      }
    },
    write: async (file, bytes) => { await (await caches.open(name)).put(ROOT + file, new Response(bytes)) },
    remove: async (file) => { await (await caches.open(name)).delete(ROOT + file) }
  }
}
