import type { ConfigStore } from '../../config/config-store.ts'

/**
 * Whether content may be looked up over HTTP. In a browser, this is the switch that takes the node offline, including
 * its peers.
 */
export function mayAskHttp (config: Pick<ConfigStore, 'get'>): boolean {
  return config.get<boolean | null>('HTTPRetrieval.Enabled') !== false
}
