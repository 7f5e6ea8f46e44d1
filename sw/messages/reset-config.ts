import type { ResetConfigAnswer } from '../../src/client/protocol/messages.ts'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'
import { resetConfig } from '../../src/node/repo/reset-config.ts'
import type { ClosableDatastore } from '../../src/store/datastore/open-datastore.ts'
import type { LazyNode } from '../node/lazy-node.ts'

/**
 * Resets the settings to defaults, even if the node does not open.
 *
 * @param openData - opens the datastore of the repo
 */
export async function answerReset (
  node: LazyNode,
  openData: () => Promise<ClosableDatastore>
): Promise<ResetConfigAnswer> {
  try {
    await withNode(node, async ({ config }) => {
      await resetConfig({ config })
    }).catch(async (err: unknown) => {
      // The datastore of an open node is locked, and opening it would wait.
      await (node.isOpen ? Promise.reject(err) : resetData(openData))
    })
    return { type: 'reset-config' }
  } catch (err) {
    return { type: 'reset-config', error: (err as Error).message }
  }
}

async function withNode (node: LazyNode, work: (node: IpfsNode) => Promise<void>): Promise<void> {
  await node.use(async (open) => {
    await work(await open())
    return new Response(null)
  })
}

async function resetData (openData: () => Promise<ClosableDatastore>): Promise<void> {
  const datastore = await openData()

  try {
    await resetConfig({ datastore })
  } finally {
    await datastore.close()
  }
}
