import { createNode } from '../src/node/create-node.ts'
import type { NodeInit } from '../src/node/create-node.ts'
import type { IpfsNode } from '../src/node/ipfs-node.ts'
import { openBlockstore, settleSpec } from '../src/store/open-blockstore.ts'
import { openDatastore } from '../src/store/datastore/open-datastore.ts'
import type { OnLost } from '../src/store/database/database-lost-error.ts'
import type { ClosableDatastore } from '../src/store/datastore/open-datastore.ts'

const REPO = 'swipfs'

/**
 * The datastore of this origin's repo: settings, pins, keys.
 *
 * @param onLost - told when its connection is gone
 */
export async function openData (onLost?: OnLost): Promise<ClosableDatastore> {
  return await openDatastore(`${REPO}-data`, { onLost })
}

/**
 * Opens the node over this origin's IndexedDB. Cheap: no network, nothing is scanned. Unfinished work of a killed worker is undone here.
 *
 * @param script - URL of the worker's script; its query may name the blockstore, as in `/sw.js?datastore=idb`
 * @param onLost - told when the browser, or somebody, has closed a database of the node, which is of no use then
 * @param hold - keeps the worker from giving the node up while it works behind its answers
 * @throws DatastoreSpecError when the repo is kept by another blockstore than the one that is named
 */
export async function bootNode (script: string, { onLost, hold }: Pick<NodeInit, 'hold'> & { onLost: OnLost }): Promise<IpfsNode> {
  const type = new URL(script).searchParams.get('datastore')
  const data = await openData(onLost)

  try {
    return await createNode({
      openBlockstore: async (spec) => await openBlockstore(REPO, type == null ? await settleSpec(spec, data) : { type }, data, { onLost }),
      datastore: data,
      online: false,
      hold,
      initialConfig: type == null ? {} : { 'Datastore.Spec': { type } },
      repoPath: `/${REPO}`,
      dependencies: __SWIPFS_DEPENDENCIES__
    })
  } catch (err) {
    // the next request tries again, and needs no second connection beside this one
    await data.close()
    throw err
  }
}
