import type { ConfigStore } from '../src/config/config-store.ts'

/** As in Kubo a node without an address for its gateway has none: here only whoever may use the RPC sees its content then. */
export function isGatewayClosed (config: ConfigStore): boolean {
  const address = config.get<string | string[]>('Addresses.Gateway')
  return address == null || address.length === 0
}
