import type { ConfigStore } from '../../config/config-store.ts'
import { parseGoDurationMs } from '../../go/time/parse-duration.ts'
import { isTransportOn } from '../host/swarm-settings.ts'

/** go-libp2p `p2p/protocol/circuitv2/relay/resources.go`, `DefaultResources` and `DefaultLimit` */
const DURATION_MS = 2 * 60_000
const DATA_BYTES = 128 * 1024
const TTL_MS = 3_600_000
const MAX_RESERVATIONS = 128
const MAX_CIRCUITS = 16
const MAX_RESERVATIONS_PER_IP = 8

/** Limits of a relay. */
export interface RelayServiceSettings {
  /** duration of a relayed connection */
  durationMs: number
  /** bytes of a relayed connection, both directions together */
  dataBytes: number
  /** lifetime of a reservation, unless it is renewed */
  ttlMs: number
  maxReservations: number
  /** relayed connections per peer */
  maxCircuits: number
  /** reservations per IP address */
  maxReservationsPerIp: number
}

/**
 * Reads `Swarm.RelayService`; undefined if the node does not relay. Missing or non-positive values have Kubo's
 * defaults.
 */
export function relayServiceSettings (config: Pick<ConfigStore, 'get'>): RelayServiceSettings | undefined {
  const of = <T extends boolean | number | string>(key: string): T | null | undefined =>
    config.get<T | null>(`Swarm.RelayService.${key}`)
  const count = (value: number | null | undefined, otherwise: number): number =>
    value != null && value > 0 ? value : otherwise
  const durationMs = (value: string | null | undefined, otherwise: number): number =>
    count(parseGoDurationMs(value ?? ''), otherwise)

  return of<boolean>('Enabled') === false || !isTransportOn(config, 'Relay') ? undefined : {
    durationMs: durationMs(of('ConnectionDurationLimit'), DURATION_MS),
    dataBytes: count(of('ConnectionDataLimit'), DATA_BYTES),
    ttlMs: durationMs(of('ReservationTTL'), TTL_MS),
    maxReservations: count(of('MaxReservations'), MAX_RESERVATIONS),
    maxCircuits: count(of('MaxCircuits'), MAX_CIRCUITS),
    maxReservationsPerIp: count(of('MaxReservationsPerIP'), MAX_RESERVATIONS_PER_IP)
  }
}
