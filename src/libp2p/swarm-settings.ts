import type { Multiaddr } from '@multiformats/multiaddr'
import type { ConfigStore } from '../config/config-store.ts'
import { isInNet } from '../net/in-net.ts'
import { parseMultiaddr } from '../net/parse-multiaddr.ts'

/** Kubo `config/swarm.go`, `DefaultConnMgrHighWater` */
const HIGH_WATER = 96

/** Keys of `Swarm.Transports.Network` by which a transport is switched off. */
export type TransportName = 'TCP' | 'Websocket' | 'WebTransport' | 'Relay' | 'WebRTCDirect'

type Config = Pick<ConfigStore, 'get'>

/** Connections that the node is willing to have; none is closed for their number where `Swarm.ConnMgr.Type` is `none`. */
export function maxConnections (config: Config): number {
  return config.get<string | null>('Swarm.ConnMgr.Type') === 'none' ? Number.MAX_SAFE_INTEGER : config.get<number | null>('Swarm.ConnMgr.HighWater') ?? HIGH_WATER
}

/** The addresses of `Addresses.Swarm`; what is no multiaddr is left out, and told of when it is set. */
export function listenSettings (config: Config): Multiaddr[] {
  return addresses(config, 'Addresses.Swarm').flatMap((text) => ifMultiaddr(text) ?? [])
}

/** What others are told in place of, and besides, the addresses that the node listens on. */
export function announceSettings (config: Config): { announce: string[], appendAnnounce: string[], announces: (address: Multiaddr) => boolean } {
  const not = addresses(config, 'Addresses.NoAnnounce')
  const valid = (key: string): string[] => addresses(config, key).filter((text) => ifMultiaddr(text) != null)

  return {
    announce: valid('Addresses.Announce'),
    appendAnnounce: valid('Addresses.AppendAnnounce'),
    announces: (address) => !not.some((text) => text.includes('/ipcidr/') ? isInNet(address, text) : address.toString().startsWith(text))
  }
}

/** Relays to keep a place at, so that others reach this node through them; undefined where none is wanted. Empty: those that are met. */
export function relaySettings (config: Config): string[] | undefined {
  return config.get<boolean | null>('Swarm.RelayClient.Enabled') === false ? undefined : addresses(config, 'Swarm.RelayClient.StaticRelays')
}

export function isTransportOn (config: Config, name: TransportName): boolean {
  return config.get<boolean | null>(`Swarm.Transports.Network.${name}`) !== false
}

function addresses (config: Config, key: string): string[] {
  return config.get<string[] | null>(key) ?? []
}

function ifMultiaddr (text: string): Multiaddr | undefined {
  try {
    return parseMultiaddr(text)
  } catch {
    return undefined
  }
}
