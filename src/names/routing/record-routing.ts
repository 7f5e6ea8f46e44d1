import type { MultihashDigest } from 'multiformats/hashes/interface'
import type { RecordOutcome } from './record-outcome.ts'
import { RoutingNotFoundError } from './record-outcome.ts'
import type { AlongRecord, RecordStore } from './record-store.ts'

/** Options of one lookup. */
export interface FindRecordOptions {
  signal: AbortSignal
  /** how many records are enough, if several peers are queried */
  count?: number
  /** return only records that are available now, without waiting for peers */
  atOnce?: boolean
}

/** Options of publishing one record. */
export interface PutRecordOptions {
  signal: AbortSignal
  /** writes rows in the same batch as the record */
  along?: AlongRecord
}

/** Finds and publishes records of names. */
export interface RecordRouting {
  /**
   * Returns the best record of a name.
   *
   * @throws RoutingNotFoundError
   */
  find: (name: MultihashDigest, options: FindRecordOptions) => Promise<Uint8Array>
  /**
   * Publishes a record.
   *
   * @returns the outcome at each place in the network; empty without a network
   */
  put: (name: MultihashDigest, record: Uint8Array, options: PutRecordOptions) => Promise<RecordOutcome[]>
  /**
   * Republishes a stored record at the places that have lost it, or at all places. Not set if there are no places.
   *
   * @returns as `put`
   */
  restore?: (
    name: MultihashDigest,
    record: Uint8Array,
    options: { isUntaken: boolean; signal: AbortSignal }
  ) => Promise<RecordOutcome[]>
  /** whether a record that this node publishes is stored where `find` searches */
  readonly keeps: boolean
  /** whether `put` throws for an invalid record; in Kubo a network that accepts no record is no error */
  readonly strict: boolean
}

/**
 * Returns a routing with only the records of this machine, for an offline node or an offline request (boxo
 * `routing/offline`).
 */
export function localRouting (records: RecordStore): RecordRouting {
  return {
    find: async (name) => await findLocal(records, name),
    put: async (name, record, { along }) => {
      await records.put(name, record, along)
      return []
    },
    keeps: true,
    strict: true
  }
}

/**
 * Returns the routing of a node that is online without peers. It behaves as a DHT, whose nodes search their own records
 * first.
 */
export function offlineRouting (records: RecordStore): RecordRouting {
  return {
    find: async (name) => await findLocal(records, name),
    // Kubo's routers work in parallel, and it is no error if all of them fail
    put: async (name, record, { along }) => {
      await records.put(name, record, along).catch(ignoreRefusal)
      return []
    },
    keeps: true,
    strict: false
  }
}

/** The routing of `Routing.Type` `none`: finds no records and publishes none. */
export const noRouting: RecordRouting = {
  find: async () => {
    throw new RoutingNotFoundError()
  },
  put: async () => [],
  keeps: false,
  strict: false
}

async function findLocal (records: RecordStore, name: MultihashDigest): Promise<Uint8Array> {
  const record = await records.known(name)

  if (record == null) {
    throw new RoutingNotFoundError()
  }

  return record
}

/** Ignores errors about a record that was refused. Rethrows failures of the datastore. */
function ignoreRefusal (err: Error): void {
  if (!['InvalidRecordError', 'ExpiredRecordError', 'OlderRecordError'].includes(err.name)) {
    throw err
  }
}
