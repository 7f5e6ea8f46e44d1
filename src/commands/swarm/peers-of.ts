import { parseMultiaddr } from '../../net/addresses/parse-multiaddr.ts'
import { peerAddresses } from '../../net/addresses/peer-addresses.ts'
import type { PeerAddresses } from '../../net/addresses/peer-addresses.ts'
import { splitP2p } from '../../net/addresses/split-p2p.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { requireSwarm } from '../shared/online-node.ts'

/**
 * Returns the peers of addresses. DNS addresses without a peer ID are replaced by their resolved addresses (Kubo
 * `core/commands/swarm.go`, `parseAddresses`).
 *
 * @throws an Error with Kubo's message
 */
export async function peersOf (
  texts: readonly string[],
  node: IpfsNode,
  signal: AbortSignal
): Promise<PeerAddresses[]> {
  const addresses = texts.map(parseMultiaddr)

  const resolved = await Promise.all(addresses.map(async (address, i) => {
    if (splitP2p(address).id != null) {
      return [texts[i]]
    }

    const isName = address.getComponents().some(({ name }) => name === 'dnsaddr')
    const found = isName ? await (await requireSwarm(node, signal)).resolve(address.toString(), { signal }) : []

    if (found.length === 0) {
      throw new Error(`found no ipfs peers at ${address}`)
    }

    return found
  }))

  return peerAddresses(resolved.flat())
}
