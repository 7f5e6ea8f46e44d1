import { createNode } from '../src/node/create-node.ts'
import type { Node } from '../src/node/node.ts'
import { openBlockStore } from '../src/store/open-block-store.ts'
import { openDatastore } from '../src/store/open-datastore.ts'

const REPO = 'swipfs'

/** Opens the node over this origin's IndexedDB. Cheap: no network, nothing is scanned. Unfinished work of a killed worker is undone here. */
export async function bootNode (): Promise<Node> {
  const data = await openDatastore(`${REPO}-data`)
  return await createNode({ store: async (spec) => await openBlockStore(REPO, spec, data), data, online: false, repoPath: `/${REPO}`, dependencies: __SWIPFS_DEPENDENCIES__ })
}
