import { AUTO } from '../../config/values/auto-values.ts'
import type { Config } from '../../config/values/config.ts'
import { fullAddresses, peerAddresses, readablePeers } from '../addresses/peer-addresses.ts'
import type { PeerAddresses } from '../addresses/peer-addresses.ts'
import type { BootstrapChange } from './bootstrap-list.ts'
import { bootstrapList, hasAutoConf, withBootstrapList } from './bootstrap-list.ts'

/**
 * Removes bootstrap peers (Kubo `core/commands/bootstrap.go`). Malformed entries stay in the list.
 *
 * @param given - addresses that end with a peer ID; the ID alone, as `/p2p/ID`, for all addresses of that peer
 * @throws an Error with Kubo's message
 */
export function removeBootstrapPeers (config: Config, given: readonly string[]): BootstrapChange {
  const list = bootstrapList(config) ?? []

  if (list.includes(AUTO) && hasAutoConf(config)) {
    throw new Error(
      "cannot remove individual bootstrap peers when using 'auto' placeholder: the 'auto' value is managed " +
        "by AutoConf. Either disable AutoConf by setting AutoConf.Enabled=false and replace 'auto' with " +
        "specific peer addresses, or use 'ipfs bootstrap rm --all' to remove all peers"
    )
  }

  const unwanted = new Map(peerAddresses(given).map(({ ID, Addrs }) => [ID, Addrs]))
  const kept: PeerAddresses[] = []
  const removed: PeerAddresses[] = []

  for (const peer of readablePeers(list)) {
    const addresses = unwanted.get(peer.ID)

    if (addresses?.length === 0) {
      removed.push(peer)
      continue
    }

    const goes = (address: string): boolean => addresses?.includes(address) === true
    pushPeer(removed, peer.ID, peer.Addrs.filter(goes))
    pushPeer(kept, peer.ID, peer.Addrs.filter((address) => !goes(address)))
  }

  const unreadable = list.filter((text) => readablePeers([text]).length === 0)
  return { config: withBootstrapList(config, [...fullAddresses(kept), ...unreadable]), peers: fullAddresses(removed) }
}

function pushPeer (peers: PeerAddresses[], ID: string, Addrs: string[]): void {
  if (Addrs.length > 0) {
    peers.push({ ID, Addrs })
  }
}
