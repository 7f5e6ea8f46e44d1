import type { Multiaddr } from '@multiformats/multiaddr'
import type { ConfigStore } from '../../config/config-store.ts'
import { parseBytes } from '../../config/values/parse-bytes.ts'
import { parseGoDurationMs } from '../../go/time/parse-duration.ts'
import { isInNet } from '../../net/addresses/in-net.ts'
import { ifMultiaddr } from '../../net/addresses/parse-multiaddr.ts'

/** Kubo `config/init.go`, `DefaultConnMgr…` */
const HIGH_WATER = 96
const LOW_WATER = 32
const GRACE_MS = 20_000
const SILENCE_MS = 10_000

/** Kubo `config/init.go`, `DefaultResourceMgrMinInboundConns` */
const MIN_INBOUND = 800

/** Memory for each inbound connection (Kubo `core/node/libp2p/rcmgr_defaults.go`). */
const INBOUND_BYTES = 1024 * 1024

/** Limits of the number of connections, for trimming. */
export interface TrimSettings {
  lowWater: number
  highWater: number
  /** age up to which a connection is not closed */
  graceMs: number
  /** interval between checks */
  periodMs: number
}

/** Keys of `Swarm.Transports.Network`, which disable a transport. */
export type TransportName = 'TCP' | 'QUIC' | 'Websocket' | 'WebTransport' | 'Relay' | 'WebRTCDirect'

type Config = Pick<ConfigStore, 'get'>

/** Reads `Swarm.ConnMgr`; undefined if connections are not trimmed. */
export function trimSettings (config: Config): TrimSettings | undefined {
  const of = (key: string, otherwise: number): number => config.get<number | null>(`Swarm.ConnMgr.${key}`) ?? otherwise
  const msOf = (key: string, otherwise: number): number =>
    parseGoDurationMs(config.get<string | null>(`Swarm.ConnMgr.${key}`) ?? '') ?? otherwise
  const graceMs = msOf('GracePeriod', GRACE_MS)

  return config.get<string | null>('Swarm.ConnMgr.Type') === 'none' ? undefined : {
    lowWater: of('LowWater', LOW_WATER),
    highWater: of('HighWater', HIGH_WATER),
    graceMs,
    periodMs: msOf('SilencePeriod', SILENCE_MS) || graceMs / 2 || SILENCE_MS
  }
}

/**
 * Returns the limit of inbound connections: one per MiB of `Swarm.ResourceMgr.MaxMemory`, and no fewer than trimming
 * needs, as in Kubo. Kubo's default is half of the machine's memory. Infinity if resources are not limited.
 */
export function maxInbound (config: Config): number {
  if (config.get<boolean | null>('Swarm.ResourceMgr.Enabled') === false) {
    return Infinity
  }

  const memory = config.get<string | number | null>('Swarm.ResourceMgr.MaxMemory')
  const byMemory = memory == null ? 0 : Math.floor(Number(parseBytes(String(memory))) / INBOUND_BYTES)
  const trimmed = trimSettings(config)
  return trimmed == null && byMemory > 0 ? byMemory : Math.max(byMemory, MIN_INBOUND, 2 * (trimmed?.highWater ?? 0))
}

/** Returns the addresses of `Addresses.Swarm`. Invalid multiaddrs are left out; setting them reports an error. */
export function listenSettings (config: Config): Multiaddr[] {
  return configuredAddresses(config, 'Addresses.Swarm').flatMap((text) => ifMultiaddr(text) ?? [])
}

/** Returns the announced addresses that replace or extend the listen addresses, and a filter. */
export function announceSettings (
  config: Config
): { announce: string[]; appendAnnounce: string[]; announces: (address: Multiaddr) => boolean } {
  const not = configuredAddresses(config, 'Addresses.NoAnnounce')
  const valid = (key: string): string[] => configuredAddresses(config, key).filter((text) => ifMultiaddr(text) != null)

  return {
    announce: valid('Addresses.Announce'),
    appendAnnounce: valid('Addresses.AppendAnnounce'),
    announces: (address) =>
      !not.some((text) => text.includes('/ipcidr/') ? isInNet(address, text) : address.toString().startsWith(text))
  }
}

export function isTransportOn (config: Config, name: TransportName): boolean {
  return config.get<boolean | null>(`Swarm.Transports.Network.${name}`) !== false
}

function configuredAddresses (config: Config, key: string): string[] {
  return config.get<string[] | null>(key) ?? []
}
