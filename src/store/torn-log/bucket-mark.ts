import { withAnswerTimeout } from '../../async/promises/answer-timeout.ts'
import type { Mark } from './log-guard.ts'
import type { StorageBuckets } from './storage-buckets.ts'

/**
 * Returns a mark that is the existence of a Storage Bucket. Chromium stores the list of buckets in an SQLite file of
 * its own, which it syncs. Tests show that it survives kills and power cuts.
 *
 * @param name - of the bucket, which stays empty
 */
export function bucketMark (buckets: StorageBuckets, name: string): Mark {
  return {
    isSet: async () => (await withAnswerTimeout(() => buckets.keys())).includes(name),
    set: async () => {
      await withAnswerTimeout(() => buckets.open(name))
    },
    clear: async () => {
      await withAnswerTimeout(() => buckets.delete(name))
    }
  }
}
