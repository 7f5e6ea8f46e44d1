import { answered } from '../../async/promises/answer-timeout.ts'
import type { Mark } from './mark.ts'
import type { StorageBuckets } from './storage-buckets.ts'

/**
 * Returns a mark that is the existence of a Storage Bucket. Chromium stores the list of buckets in an SQLite file of
 * its own, which it syncs. Tests show that it survives kills and power cuts.
 *
 * @param name - of the bucket, which stays empty
 */
export function bucketMark (buckets: StorageBuckets, name: string): Mark {
  return {
    isSet: async () => (await answered(() => buckets.keys())).includes(name),
    set: async () => {
      await answered(() => buckets.open(name))
    },
    clear: async () => {
      await answered(() => buckets.delete(name))
    }
  }
}
