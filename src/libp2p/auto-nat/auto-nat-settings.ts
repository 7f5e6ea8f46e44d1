import type { ConfigStore } from '../../config/config-store.ts'
import { parseGoDurationMs } from '../../go/time/parse-duration.ts'
import { DEFAULT_DIAL_LIMITS } from './dial-throttle.ts'
import type { DialLimits } from './dial-throttle.ts'

/**
 * Returns how many dials the node makes for others; undefined if the service is disabled. A number that
 * `AutoNAT.Throttle` leaves out is 0, as in Kubo.
 */
export function autoNatSettings (config: Pick<ConfigStore, 'get'>): DialLimits | undefined {
  if (config.get<string | null>('AutoNAT.ServiceMode') === 'disabled') {
    return undefined
  }

  const throttle = <T extends string | number>(name: string): T | null | undefined =>
    config.get<T | null>(`AutoNAT.Throttle.${name}`)

  return config.get('AutoNAT.Throttle') == null ? DEFAULT_DIAL_LIMITS : {
    all: throttle<number>('GlobalLimit') ?? 0,
    ofPeer: throttle<number>('PeerLimit') ?? 0,
    intervalMs: parseGoDurationMs(throttle<string>('Interval') ?? '') ?? DEFAULT_DIAL_LIMITS.intervalMs
  }
}

/** Returns whether this node uses AutoNAT v2 as a client too. Kubo does if it serves v2. v1 is always used. */
export function asksByV2 (config: Pick<ConfigStore, 'get'>): boolean {
  return !['disabled', 'legacy-v1'].includes(config.get<string | null>('AutoNAT.ServiceMode') ?? '')
}
