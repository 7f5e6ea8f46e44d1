import type { Datastore } from 'interface-datastore'
import { Key } from 'interface-datastore'
import { ifFound } from '../async/if-found.ts'
import type { Blockstore } from './blockstore.ts'
import { CommitLog } from './commit-log.ts'
import { IdbBlockstore } from './idb/idb-blockstore.ts'
import { MemoryBlockstore } from './memory-blockstore.ts'
import { openPackedBlockstore } from './packed/open-packed-blockstore.ts'
import type { Quota } from './quota/quota.ts'
import { acquireLock } from './database/web-lock.ts'
import { isSync } from './packed/sync.ts'
import type { Sync } from './packed/sync.ts'
import type { Locks } from './database/web-lock.ts'
import type { OnLost } from './database/database-lost-error.ts'

/** `Datastore.Spec` of the config: how blocks are kept. */
export interface DatastoreSpec {
  type: 'packed-idb' | 'idb' | 'memory'
  /** of `packed-idb` */
  sync?: Sync
}

export const DEFAULT_DATASTORE_SPEC: Readonly<DatastoreSpec> = { type: 'packed-idb' }

const TYPES: ReadonlyArray<DatastoreSpec['type']> = ['packed-idb', 'idb', 'memory']

/** Which store wrote the blocks of this repo, as Kubo's file `datastore_spec` says it. */
export const SPEC_KEY = new Key('/block-store/spec')

/** The repo, or the config, asks for a blockstore that cannot be opened. */
export class DatastoreSpecError extends Error {
  static override readonly name = 'DatastoreSpecError'
  override readonly name = 'DatastoreSpecError'
}

export interface OpenBlockstoreOptions {
  /** default: the global one */
  indexedDB?: IDBFactory
  /** default: `navigator.locks` */
  locks?: Locks
  /** what is asked for room before blocks are written; default: the browser's estimate */
  quota?: Quota
  /** stops waiting for another worker that has the store open */
  signal?: AbortSignal
  /** gives up what is kept for a full disk, when a removal finds no room. @returns whether there was something */
  makeRoom?: () => Promise<boolean>
  /** told when the browser, or somebody, has closed the database: nothing of the store works from then on, and its lock is free */
  onLost?: OnLost
}

/**
 * Opens the blockstore that the config names, and records its kind in the repo.
 *
 * @param name - name of the database
 * @param spec - the config's `Datastore.Spec`; `packed-idb` when left out
 * @param datastore - the repo's datastore, for the record, for what the `idb` store keeps beside the blocks, and where prepared sessions are committed
 * @throws DatastoreSpecError when the spec is unknown, or not the one that the repo was made with
 */
export async function openBlockstore (name: string, spec: unknown, datastore: Datastore, options: OpenBlockstoreOptions = {}): Promise<Blockstore> {
  const { type, sync } = checkSpec(spec ?? DEFAULT_DATASTORE_SPEC)
  const before = await recordedType(datastore)

  if (before != null && before !== type) {
    throw new DatastoreSpecError(`the blocks of this repo are kept by '${before}', and Datastore.Spec asks for '${type}': set it back, or start an empty repo and import the blocks`)
  }

  const store = await openByType(name, { type, sync }, datastore, options)

  try {
    if (before == null) {
      await datastore.put(SPEC_KEY, new TextEncoder().encode(type))
    }

    return store
  } catch (err) {
    // its lock would keep the next one that opens waiting for ever
    await store.close()
    throw err
  }
}

/**
 * How the blocks of a repo are to be opened, whatever the config says: as they were kept before; in a repo without blocks as
 * the config wants it, where that is a kind that there is.
 *
 * @param configured - the config's `Datastore.Spec`
 */
export async function settleSpec (configured: unknown, datastore: Datastore): Promise<DatastoreSpec> {
  const { type: named, sync } = (configured ?? {}) as Partial<DatastoreSpec>
  const wanted = await recordedType(datastore) ?? named
  return { type: TYPES.find((type) => type === wanted) ?? DEFAULT_DATASTORE_SPEC.type, ...isSync(sync) ? { sync } : {} }
}

async function recordedType (datastore: Datastore): Promise<string | undefined> {
  const row = await ifFound(() => datastore.get(SPEC_KEY))
  return row == null ? undefined : new TextDecoder().decode(row)
}

function checkSpec (spec: unknown): DatastoreSpec {
  const { type, sync } = spec as Partial<DatastoreSpec>

  if (type == null || !TYPES.includes(type)) {
    throw new DatastoreSpecError(`unknown Datastore.Spec type '${type}': it is one of ${TYPES.join(', ')}`)
  }

  if (sync !== undefined && !isSync(sync)) {
    throw new DatastoreSpecError(`unknown Datastore.Spec sync '${String(sync)}': it is one of false, "pinned", true`)
  }

  return { type, sync }
}

async function openByType (name: string, { type, sync }: DatastoreSpec, datastore: Datastore, options: OpenBlockstoreOptions): Promise<Blockstore> {
  switch (type) {
    case 'memory': return new MemoryBlockstore()
    case 'packed-idb': return await openPackedBlockstore(name, { ...options, sync, commitLog: new CommitLog(datastore) })
    case 'idb': return await openLocked(name, datastore, options)
  }
}

/** The package's store knows no locks, so it is put under the same kind of lock as ours. */
async function openLocked (name: string, datastore: Datastore, { signal, quota, onLost, locks = globalThis.navigator?.locks }: OpenBlockstoreOptions): Promise<Blockstore> {
  const release = locks == null ? () => {} : await acquireLock(locks, `idb-block-store:${name}`, signal)

  try {
    const store = await IdbBlockstore.open(name, datastore, {
      quota,
      onLost: (err) => {
        release()
        onLost?.(err)
      }
    })
    const close = store.close.bind(store)
    return Object.assign(store, { close: async () => { await close().finally(release) } })
  } catch (err) {
    release()
    throw err
  }
}
