import type { Datastore } from 'interface-datastore'
import { Key } from 'interface-datastore'
import { ifFound } from '../../async/promises/if-found.ts'
import { defineError } from '../../errors/define-error.ts'
import type { Blockstore } from '../blockstore/blockstore.ts'
import { CommitLog } from '../blockstore/commit-log.ts'
import { MemoryBlockstore } from '../blockstore/memory-blockstore.ts'
import type { OnLost } from '../database/database-lost-error.ts'
import { acquireLock } from '../database/web-lock.ts'
import type { Locks } from '../database/web-lock.ts'
import { IdbBlockstore } from '../idb/idb-blockstore.ts'
import { openPackedBlockstore } from '../packed/open-packed-blockstore.ts'
import { isSync } from '../packed/schema/sync.ts'
import type { Sync } from '../packed/schema/sync.ts'
import type { Quota } from '../quota/quota.ts'

/** `Datastore.Spec` of the config: the storage format of blocks. */
export interface DatastoreSpec {
  type: 'packed-idb' | 'idb' | 'memory'
  /** For `packed-idb`. */
  sync?: Sync
}

export const DEFAULT_DATASTORE_SPEC: Readonly<DatastoreSpec> = { type: 'packed-idb' }

const TYPES: ReadonlyArray<DatastoreSpec['type']> = ['packed-idb', 'idb', 'memory']

/** The key of the store type that wrote the blocks of this repo. Corresponds to Kubo's file `datastore_spec`. */
export const SPEC_KEY = new Key('/block-store/spec')

/** Thrown if the repo, or the config, requires a blockstore that cannot be opened. */
export class DatastoreSpecError extends defineError('DatastoreSpecError') {}

export interface OpenBlockstoreOptions {
  /** Default: the global one. */
  indexedDB?: IDBFactory
  /** Default: `navigator.locks`. */
  locks?: Locks
  /** Checked before blocks are written. Default: the browser's estimate. */
  quota?: Quota
  /** Stops waiting for another worker that has the store open. */
  signal?: AbortSignal
  /** Releases the ballast if a removal finds no room. Returns whether there was any. */
  makeRoom?: () => Promise<boolean>
  /**
   * Called if the database is closed unexpectedly. The store cannot be used any more then, and its lock is released.
   */
  onLost?: OnLost
}

/**
 * Opens the blockstore that the config names, and records its type in the repo.
 *
 * @param name - name of the database
 * @param spec - the config's `Datastore.Spec`; `packed-idb` if left out
 * @param datastore - the repo's datastore: for the type, the rows of the `idb` store, and the commit log
 * @throws DatastoreSpecError if the spec is unknown, or not the one that the repo was created with
 * @example
 * ```ts
 * const datastore = await openDatastore('my-node')
 * const node = await createNode({
 *   datastore,
 *   openBlockstore: async (spec) => await openBlockstore('my-blocks', spec, datastore)
 * })
 * ```
 */
export async function openBlockstore (
  name: string,
  spec: unknown,
  datastore: Datastore,
  options: OpenBlockstoreOptions = {}
): Promise<Blockstore> {
  const { type, sync } = checkSpec(spec ?? DEFAULT_DATASTORE_SPEC)
  const before = await recordedType(datastore)

  if (before != null && before !== type) {
    throw new DatastoreSpecError(
      `the blocks of this repo are kept by '${before}', and Datastore.Spec asks for '${type}': set it back, ` +
        'or start an empty repo and import the blocks'
    )
  }

  const store = await openByType(name, { type, sync }, datastore, options)

  try {
    if (before == null) {
      await datastore.put(SPEC_KEY, new TextEncoder().encode(type))
    }

    return store
  } catch (err) {
    // Its lock would block the next opening forever.
    await store.close()
    throw err
  }
}

/**
 * Returns the spec to open a repo with. An existing repo keeps its type, even if the config differs. A repo without
 * blocks uses the configured type, if it is known.
 *
 * @param configured - the config's `Datastore.Spec`
 */
export async function resolveSpec (configured: unknown, datastore: Datastore): Promise<DatastoreSpec> {
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

async function openByType (
  name: string,
  { type, sync }: DatastoreSpec,
  datastore: Datastore,
  options: OpenBlockstoreOptions
): Promise<Blockstore> {
  switch (type) {
    case 'memory':
      return new MemoryBlockstore()
    case 'packed-idb':
      return await openPackedBlockstore(name, { ...options, sync, commitLog: new CommitLog(datastore) })
    case 'idb':
      return await openLocked(name, datastore, options)
  }
}

/** Opens the package's store under a lock like ours, because the package has no locks. */
async function openLocked (
  name: string,
  datastore: Datastore,
  { signal, quota, onLost, locks = globalThis.navigator?.locks }: OpenBlockstoreOptions
): Promise<Blockstore> {
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
    return Object.assign(store, {
      close: async () => {
        await close().finally(release)
      }
    })
  } catch (err) {
    release()
    throw err
  }
}
