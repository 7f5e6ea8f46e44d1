import type { ConfigStore } from '../../../config/config-store.ts'
import { browserHosts } from '../../../net/addresses/browser-hosts.ts'
import { readablePeers } from '../../../net/addresses/peer-addresses.ts'
import { bootstrapPeers } from '../../../net/bootstrap/bootstrap-peers.ts'
import { staticRelays } from '../../../net/network-settings.ts'
import type { IpfsNode } from '../../../node/interface/ipfs-node.ts'
import { mayUseHttp } from '../../../retrieval/settings/retrieval-settings.ts'
import { retrievalSettings } from '../../../retrieval/settings/retrieval-settings.ts'
import type { RetrievalSettingsOptions } from '../../../retrieval/settings/retrieval-settings.ts'
import { command } from '../../../rpc/command/command.ts'
import { outputShape } from '../../../rpc/command/output.ts'
import { singleResult } from '../../../rpc/command/result.ts'

export const contactedHosts = command({
  help: {
    tagline: 'List the hosts that the node contacts by its settings.',
    description:
      'Hosts are the sources of missing content over HTTP, Peers the hosts of the first peers. Peers is null for a ' +
      'node without peers. IsOff is true if HTTPRetrieval.Enabled is false: then the node contacts no host, and has ' +
      'no peers.'
  },
  output: outputShape('ContactedHosts', 'Hosts:[]string IsOff:bool Peers:[]string'),

  run (_, { node: { config, routing, net } }) {
    return singleResult({
      Hosts: [...new Set([...routing?.hosts() ?? [], ...retrievalHosts(config, { auto: true })])],
      IsOff: !mayUseHttp(config),
      Peers: net.ownRelays == null ? null : peerHosts({ config, net }, net.ownRelays)
    })
  },

  text: ({ Hosts, Peers }) => [...Hosts, ...Peers ?? []].map((host) => `${host}\n`).join('')
})

/** Returns the hosts of relays, peering peers and bootstrap peers that a browser can connect to; none if offline. */
function peerHosts ({ config, net }: Pick<IpfsNode, 'config' | 'net'>, ownRelays: readonly string[]): string[] {
  if (!mayUseHttp(config)) {
    return []
  }

  return browserHosts([
    ...readablePeers([...ownRelays, ...staticRelays(config) ?? []]),
    ...net.peering.list(),
    ...bootstrapPeers(config, { auto: true })
  ])
}

/** Returns the hosts that are asked for missing blocks, routers first; empty if there are none. */
function retrievalHosts (config: ConfigStore, options: RetrievalSettingsOptions): string[] {
  const { routers = [], gateways = [] } = retrievalSettings(config, options) ?? {}
  return [...new Set([...routers, ...gateways.map(({ url }) => url)].map((url) => new URL(url).host))]
}
