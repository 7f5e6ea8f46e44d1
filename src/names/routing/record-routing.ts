import type { MultihashDigest } from 'multiformats/hashes/interface'
import type { RecordOutcome } from './record-outcome.ts'
import { RoutingNotFoundError } from './record-outcome.ts'
import type { AlongRecord, RecordStore } from './record-store.ts'

/** For one question. */
export interface FindRecordOptions {
  signal: AbortSignal
  /** how many records are enough, where several are asked for them */
  count?: number
  /** look what there is, and wait for nobody who may come with it */
  atOnce?: boolean
}

/** For one record. */
export interface PutRecordOptions {
  signal: AbortSignal
  /** writes rows where it is kept, in one step with it */
  along?: AlongRecord
}

/** Where records of names are looked for and brought to. */
export interface RecordRouting {
  /** The best record of a name. @throws RoutingNotFoundError */
  find: (name: MultihashDigest, options: FindRecordOptions) => Promise<Uint8Array>
  /**
   * Brings a record to where others find it. @returns what became of it at each place in the network; none where there
   * is no network
   */
  put: (name: MultihashDigest, record: Uint8Array, options: PutRecordOptions) => Promise<RecordOutcome[]>
  /**
   * Brings a record that is kept here to those places that have lost it, or to all; left out where there are none.
   * @returns as `put`
   */
  restore?: (
    name: MultihashDigest,
    record: Uint8Array,
    options: { isUntaken: boolean; signal: AbortSignal }
  ) => Promise<RecordOutcome[]>
  /** whether a record that this node publishes is kept where `find` looks */
  readonly keeps: boolean
  /** whether `put` says what is wrong with a record; a network that takes none of it is no error to Kubo */
  readonly strict: boolean
}

/**
 * The records of this machine alone: a node that is offline, or a request that wants it so (boxo `routing/offline`).
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
 * A node that is online without peers: what a distributed hash table does then, each of whose nodes begins with its own
 * records.
 */
export function offlineRouting (records: RecordStore): RecordRouting {
  return {
    find: async (name) => await findLocal(records, name),
    // Kubo's routers work side by side, and where all of them fail that is no error
    put: async (name, record, { along }) => {
      await records.put(name, record, along).catch(ignoreRefusal)
      return []
    },
    keeps: true,
    strict: false
  }
}

/** `Routing.Type` of `none`: there is nothing to be found, and nowhere to bring a record. */
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

/** What a store refuses is one thing, a store that fails another. */
function ignoreRefusal (err: Error): void {
  if (!['InvalidRecordError', 'ExpiredRecordError', 'OlderRecordError'].includes(err.name)) {
    throw err
  }
}
