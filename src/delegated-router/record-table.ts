import { MemoryDatastore } from 'datastore-core/memory'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { isError } from '../errors/define-error.ts'
import { checkRecord } from '../names/record/check-record.ts'
import { OlderRecordError } from '../names/record/read-record.ts'
import { RecordStore } from '../names/routing/record-store.ts'
import { AcceptedRecords } from './accepted-records.ts'
import type { AcceptedRecordsInit } from './accepted-records.ts'

/** The newest published record of each name, in memory, within the limits of `AcceptedRecords`. */
export class RecordTable {
  readonly #records: RecordStore
  readonly #taken: AcceptedRecords

  constructor (bounds: Omit<AcceptedRecordsInit, 'datastore'> = {}) {
    const datastore = new MemoryDatastore()
    this.#records = new RecordStore(datastore)
    this.#taken = new AcceptedRecords({ datastore, ...bounds })
  }

  /**
   * Stores a record, unless a newer one is known.
   *
   * @throws InvalidRecordError, ExpiredRecordError
   */
  async put (name: MultihashDigest, record: Uint8Array): Promise<void> {
    await checkRecord(name, record)

    try {
      await this.#taken.put(name, record, async (...call) => {
        await this.#records.put(...call)
      })
    } catch (err) {
      if (!isError(err, OlderRecordError)) {
        throw err
      }
    }
  }

  /** Returns the currently valid record of a name. */
  async get (name: MultihashDigest): Promise<Uint8Array | undefined> {
    return await this.#records.known(name)
  }
}
