import type { ResetConfigAnswer, SettingsAnswer } from '../../src/client/protocol/messages.ts'
import { browserHosts } from '../../src/net/addresses/browser-hosts.ts'
import { readablePeers } from '../../src/net/addresses/peer-addresses.ts'
import { bootstrapPeers } from '../../src/net/bootstrap/bootstrap-peers.ts'
import { staticRelays } from '../../src/net/network-settings.ts'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'
import { resetConfig } from '../../src/node/repo/reset-config.ts'
import { retrievalHosts } from '../../src/retrieval/settings/retrieval-hosts.ts'
import { mayUseHttp } from '../../src/retrieval/settings/retrieval-settings.ts'
import type { ClosableDatastore } from '../../src/store/datastore/open-datastore.ts'
import type { LazyNode } from '../node/lazy-node.ts'

/**
 * Returns the invalid settings, and the hosts that the node may contact by its settings. Returns neither if the node
 * does not open.
 *
 * @param relays - relays of the deployment; undefined for a node that is no peer
 */
export async function answerSettings (node: LazyNode, relays?: readonly string[]): Promise<SettingsAnswer> {
  let ignored: SettingsAnswer['ignored'] = []
  let asked: SettingsAnswer['asked']

  try {
    await withNode(node, async ({ config, routing, net }) => {
      ignored = config.problems().map(({ key, message }) => ({ key, message }))
      const isOff = !mayUseHttp(config)
      const peers = (own: readonly string[]): string[] =>
        isOff
          ? []
          : browserHosts([
            ...readablePeers([...own, ...staticRelays(config) ?? []]),
            ...net.peering.list(),
            ...bootstrapPeers(config, { auto: true })
          ])
      asked = {
        hosts: [...new Set([...routing?.hosts() ?? [], ...retrievalHosts(config, { auto: true })])],
        isOff,
        ...relays == null ? {} : { peers: peers(relays) }
      }
    })
  } catch {
    // callers that use the node get the error
  }

  return { type: 'settings', ignored, asked }
}

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
