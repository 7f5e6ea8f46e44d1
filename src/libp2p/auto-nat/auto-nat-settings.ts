import type { ConfigStore } from '../../config/config-store.ts'
import { parseGoDurationMs } from '../../go/duration.ts'
import { DEFAULT_DIAL_LIMITS } from './dial-throttle.ts'
import type { DialLimits } from './dial-throttle.ts'

/** How many the node dials for others; undefined where it answers nobody. A number that is left out of `AutoNAT.Throttle` is 0 there, as in Kubo. */
export function autoNatSettings (config: Pick<ConfigStore, 'get'>): DialLimits | undefined {
  if (config.get<string | null>('AutoNAT.ServiceMode') === 'disabled') {
    return undefined
  }

  const throttle = <T extends string | number>(name: string): T | null | undefined => config.get<T | null>(`AutoNAT.Throttle.${name}`)

  return config.get('AutoNAT.Throttle') == null ? DEFAULT_DIAL_LIMITS : {
    all: throttle<number>('GlobalLimit') ?? 0,
    ofPeer: throttle<number>('PeerLimit') ?? 0,
    intervalMs: parseGoDurationMs(throttle<string>('Interval') ?? '') ?? DEFAULT_DIAL_LIMITS.intervalMs
  }
}

/** Whether this node asks by AutoNAT v2 too, which Kubo has where it serves it; it asks by v1 whatever is set. */
export function asksByV2 (config: Pick<ConfigStore, 'get'>): boolean {
  return !['disabled', 'legacy-v1'].includes(config.get<string | null>('AutoNAT.ServiceMode') ?? '')
}
