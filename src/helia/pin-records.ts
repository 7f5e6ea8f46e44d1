import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import type { CID } from 'multiformats/cid'
import { WorkersUnavailableError } from '../client/protocol/errors.ts'
import { isError, NOT_FOUND } from '../errors/define-error.ts'

const PREFIX = '/swipfs-helia-pins'

/** Metadata of a pin, as in Helia. */
export type Metadata = Record<string, string | number | boolean>

/** Data of a pin that the node's own pins cannot store. */
export interface PinRecord {
  metadata?: Metadata
  /** a depth between one block and the whole DAG */
  depth?: number
  /** blocks below the root that are pinned one by one for this depth */
  blocks?: string[]
}

type Rows = Pick<Datastore, 'get' | 'put' | 'delete' | 'query'>

interface CallOptions {
  signal?: AbortSignal
}

/**
 * Stores records of pins, by their CIDs, in the rows of the app. Without access to these rows (in a dedicated worker)
 * there are none.
 */
export class PinRecords {
  readonly #rows: Rows

  constructor (rows: Rows) {
    this.#rows = rows
  }

  async read (cid: CID, options?: CallOptions): Promise<PinRecord> {
    try {
      return parseRecord(await this.#rows.get(recordKey(cid), options))
    } catch (err) {
      return isWithoutRows(err as Error) || isError(err, NOT_FOUND) ? {} : await Promise.reject(err)
    }
  }

  /** Returns all records, by CID. */
  async all (options?: CallOptions): Promise<Map<string, PinRecord>> {
    const records = new Map<string, PinRecord>()

    try {
      for await (const { key, value } of this.#rows.query({ prefix: PREFIX }, options)) {
        records.set(key.baseNamespace(), parseRecord(value))
      }
    } catch (err) {
      if (!isWithoutRows(err as Error)) {
        throw err
      }
    }

    return records
  }

  /**
   * Replaces the record of a pin; deletes it if it is empty.
   *
   * @throws TypeError without access to the rows
   */
  async write (cid: CID, record: PinRecord, options?: CallOptions): Promise<void> {
    const isEmpty = record.depth == null && Object.keys(record.metadata ?? {}).length === 0

    try {
      await (isEmpty
        ? this.#rows.delete(recordKey(cid), options)
        : this.#rows.put(recordKey(cid), new TextEncoder().encode(JSON.stringify(record)), options))
    } catch (err) {
      if (!isWithoutRows(err as Error)) {
        throw err
      }
      if (!isEmpty) {
        throw new TypeError('a pin that is made in a worker of the page has a name, and no other metadata or depth')
      }
    }
  }
}

function recordKey (cid: CID): Key {
  return new Key(`${PREFIX}/${String(cid)}`)
}

function parseRecord (value: Uint8Array): PinRecord {
  return JSON.parse(new TextDecoder().decode(value)) as PinRecord
}

function isWithoutRows (err: Error): boolean {
  return isError(err, WorkersUnavailableError)
}
