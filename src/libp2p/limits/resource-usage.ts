import type { Connection } from '@libp2p/interface'
import type { ResourceUse, SwarmResources } from '../../swarm/swarm-resources.ts'

/** Returns the resources that open connections use. */
export function resourceUsage (
  connections: readonly Connection[]
): Pick<SwarmResources, 'total' | 'peers' | 'protocols'> {
  const total = noUse()
  const peers = new Map<string, ResourceUse>()
  const protocols = new Map<string, ResourceUse>()

  const of = (uses: Map<string, ResourceUse>, name: string): ResourceUse => {
    const use = uses.get(name) ?? noUse()
    uses.set(name, use)
    return use
  }

  for (const { direction, remotePeer, streams } of connections) {
    const peer = of(peers, remotePeer.toString())

    for (const use of [total, peer]) {
      use[direction === 'inbound' ? 'connectionsInbound' : 'connectionsOutbound']++
    }

    for (const { direction, protocol } of streams) {
      for (const use of [total, peer, ...protocol === '' ? [] : [of(protocols, protocol)]]) {
        use[direction === 'inbound' ? 'streamsInbound' : 'streamsOutbound']++
      }
    }
  }

  return { total, peers, protocols }
}

function noUse (): ResourceUse {
  return { connectionsInbound: 0, connectionsOutbound: 0, streamsInbound: 0, streamsOutbound: 0 }
}
