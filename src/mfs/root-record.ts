import type { Batch, Datastore } from 'interface-datastore'
import { Key } from 'interface-datastore'
import { CID } from 'multiformats/cid'

/** Where the root is kept (Kubo `core/node/core.go`, `FilesRootDatastoreKey`): the bytes of its CID. */
export const ROOT_KEY = new Key('/local/filesroot')

/** The root that was published last; undefined in a new repo. */
export async function readRoot (datastore: Datastore): Promise<CID | undefined> {
  try {
    return CID.decode(await datastore.get(ROOT_KEY))
  } catch (err) {
    if ((err as Error).name === 'NotFoundError') {
      return undefined
    }

    throw err
  }
}

/**
 * Resolves when the root is durable: a batch is, a plain `put` may not be. All its blocks have to be before.
 *
 * @param along - adds more rows to the batch
 */
export async function writeRoot (datastore: Datastore, root: CID, along: (batch: Batch) => void = () => {}): Promise<void> {
  const batch = datastore.batch()
  batch.put(ROOT_KEY, root.bytes)
  along(batch)
  await batch.commit()
}
