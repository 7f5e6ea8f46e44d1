import { MemoryDatastore } from 'datastore-core'
import type { Datastore, Key } from 'interface-datastore'
import type { OnLost } from '../database/database-lost-error.ts'
import { IdbDatastore } from './idb-datastore.ts'

/** A datastore that can be closed. */
export interface ClosableDatastore extends Datastore {
  close: () => Promise<void>
}

export interface OpenDatastoreOptions {
  /** default: the global one */
  indexedDB?: IDBFactory
  /** told when the browser, or somebody, has closed the connection: nothing of it works from then on */
  onLost?: OnLost
  /** rows that are going to be read at once */
  readFirst?: readonly Key[]
}

/**
 * Opens the datastore of a node: in IndexedDB, or in memory where there is none (Node).
 * A batch is kept as a whole or not at all, and is durable when its `commit` resolves; in memory it is applied at once.
 *
 * @param name - name of the database
 */
export async function openDatastore (name: string, { indexedDB = globalThis.indexedDB, onLost, readFirst }: OpenDatastoreOptions = {}): Promise<ClosableDatastore> {
  return indexedDB == null
    ? Object.assign(new MemoryDatastore(), { close: async () => {} })
    : await IdbDatastore.open(name, indexedDB, onLost, readFirst)
}
