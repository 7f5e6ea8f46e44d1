import type { MultihashDigest } from 'multiformats/hashes/interface'
import { RecentMap } from '../bytes/recent-map.ts'
import { multihashKey } from '../cid/multihash-key.ts'
import { checkRecord } from '../names/record/check-record.ts'
import { isNewer } from '../names/record/is-newer.ts'

const MAX_RECORDS = 10_000

/** The newest record of each name that was published, in memory; those that were not renewed for longest go first. */
export class RecordTable {
  readonly #records = new RecentMap<string, Uint8Array>({ max: MAX_RECORDS })

  /** One that is older than what is known changes nothing. @throws InvalidRecordError, ExpiredRecordError */
  async put (name: MultihashDigest, record: Uint8Array): Promise<void> {
    await checkRecord(name, record)
    const key = multihashKey(name.bytes)
    const known = this.#records.peek(key)

    if (known == null || isNewer(record, known)) {
      this.#records.set(key, record)
    }
  }

  /** The record of a name that holds now. */
  async get (name: MultihashDigest): Promise<Uint8Array | undefined> {
    const record = this.#records.peek(multihashKey(name.bytes))

    try {
      await (record == null ? undefined : checkRecord(name, record))
      return record
    } catch {
      return undefined // it has run out
    }
  }
}
