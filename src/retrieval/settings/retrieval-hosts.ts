import type { ConfigStore } from '../../config/config-store.ts'
import { retrievalSettings } from './retrieval-settings.ts'
import type { RetrievalSettingsOptions } from './retrieval-settings.ts'

/** Returns the hosts that are asked for missing blocks, routers first; empty if there are none. */
export function retrievalHosts (config: ConfigStore, options: RetrievalSettingsOptions): string[] {
  const { routers = [], gateways = [] } = retrievalSettings(config, options) ?? {}
  return [...new Set([...routers, ...gateways.map(({ url }) => url)].map((url) => new URL(url).host))]
}
