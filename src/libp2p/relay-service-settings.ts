import type { ConfigStore } from '../config/config-store.ts'
import { parseGoDurationMs } from '../go/duration.ts'
import { isTransportOn } from './swarm-settings.ts'

/** go-libp2p `p2p/protocol/circuitv2/relay/resources.go`, `DefaultResources` and `DefaultLimit` */
const DURATION_MS = 2 * 60_000
const DATA_BYTES = 128 * 1024
const TTL_MS = 3_600_000
const MAX_RESERVATIONS = 128
const MAX_CIRCUITS = 16
const MAX_RESERVATIONS_PER_IP = 8

/** What a relay gives to peers. */
export interface RelayServiceSettings {
  /** a connection through it lasts so long */
  durationMs: number
  /** and carries so many bytes, both ways together */
  dataBytes: number
  /** a place is kept so long unless it is asked for again */
  ttlMs: number
  maxReservations: number
  /** connections through it that one peer may be an end of */
  maxCircuits: number
  /** places of peers behind one address */
  maxReservationsPerIp: number
}

/** `Swarm.RelayService`; undefined where the node relays nothing. What is left out, or no positive number, is as in Kubo. */
export function relayServiceSettings (config: Pick<ConfigStore, 'get'>): RelayServiceSettings | undefined {
  const of = <T extends boolean | number | string>(key: string): T | null | undefined => config.get<T | null>(`Swarm.RelayService.${key}`)
  const count = (value: number | null | undefined, otherwise: number): number => value != null && value > 0 ? value : otherwise
  const durationMs = (value: string | null | undefined, otherwise: number): number => count(parseGoDurationMs(value ?? ''), otherwise)

  return of<boolean>('Enabled') === false || !isTransportOn(config, 'Relay') ? undefined : {
    durationMs: durationMs(of('ConnectionDurationLimit'), DURATION_MS),
    dataBytes: count(of('ConnectionDataLimit'), DATA_BYTES),
    ttlMs: durationMs(of('ReservationTTL'), TTL_MS),
    maxReservations: count(of('MaxReservations'), MAX_RESERVATIONS),
    maxCircuits: count(of('MaxCircuits'), MAX_CIRCUITS),
    maxReservationsPerIp: count(of('MaxReservationsPerIP'), MAX_RESERVATIONS_PER_IP)
  }
}
