import { MemoryDatastore } from 'datastore-core/memory'
import type { Datastore, Key } from 'interface-datastore'
import type { OnLost } from '../database/database-lost-error.ts'
import { IdbDatastore } from './idb-datastore.ts'

/** A datastore that can be closed. */
export interface ClosableDatastore extends Datastore {
  close: () => Promise<void>
}

export interface OpenDatastoreOptions {
  /** Default: the global one. */
  indexedDB?: IDBFactory
  /** Called if the connection is closed unexpectedly. The datastore cannot be used any more then. */
  onLost?: OnLost
  /** Rows to prefetch, because they are going to be read at once. */
  readFirst?: readonly Key[]
}

/**
 * Opens the datastore of a node: in IndexedDB, or in memory if there is no IndexedDB (Node.js). A batch is atomic, and
 * durable when its `commit` resolves. In memory it is applied at once.
 *
 * @param name - name of the database
 * @example
 * ```ts
 * const datastore = await openDatastore('my-node')
 * await datastore.close()
 * ```
 */
export async function openDatastore (
  name: string,
  { indexedDB = globalThis.indexedDB, onLost, readFirst }: OpenDatastoreOptions = {}
): Promise<ClosableDatastore> {
  return indexedDB == null
    ? Object.assign(new MemoryDatastore(), { close: async () => {} })
    : await IdbDatastore.open(name, indexedDB, onLost, readFirst)
}
