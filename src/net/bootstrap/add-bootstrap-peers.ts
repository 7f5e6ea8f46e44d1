import { AUTO } from '../../config/values/auto-values.ts'
import type { Config } from '../../config/values/config.ts'
import { parseMultiaddr } from '../addresses/parse-multiaddr.ts'
import { splitP2p } from '../addresses/split-p2p.ts'
import type { BootstrapChange } from './bootstrap-list.ts'
import { bootstrapList, hasAutoConf, withBootstrapList } from './bootstrap-list.ts'

/**
 * Prepends bootstrap peers, without duplicates (Kubo `core/commands/bootstrap.go`).
 *
 * @param given - addresses that end with a peer ID; `auto`, or `default`, for the recommendations of AutoConf
 * @throws an Error with Kubo's message
 */
export function addBootstrapPeers (config: Config, given: readonly string[]): BootstrapChange {
  if (given.length === 0) {
    throw new Error('no bootstrap peers to add')
  }

  const peers = [...new Set(given.map((peer) => peer === 'default' ? AUTO : peer))]

  if (peers.includes(AUTO) && !hasAutoConf(config)) {
    throw new Error(
      'cannot add default bootstrap peers: AutoConf is disabled (AutoConf.Enabled=false). Enable AutoConf by ' +
        'setting AutoConf.Enabled=true in your config, or add specific peer addresses instead'
    )
  }

  peers.filter((peer) => peer !== AUTO).forEach(checkBootstrapAddress)
  return { config: withBootstrapList(config, [...new Set([...peers, ...bootstrapList(config) ?? []])]), peers }
}

function checkBootstrapAddress (text: string): void {
  const { id, transport } = splitP2p(parseMultiaddr(text))

  if (id == null) {
    throw new Error(`invalid bootstrap address: ${text}`)
  }

  if (transport == null) {
    throw new Error(`bootstrap address without a transport: ${text}`)
  }
}
