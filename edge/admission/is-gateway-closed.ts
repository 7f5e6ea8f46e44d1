import type { ConfigStore } from '../../src/config/config-store.ts'

/**
 * Returns whether the gateway is disabled. As in Kubo a node without a gateway address has none; only authorized users
 * of the RPC see its content then.
 */
export function isGatewayClosed (config: ConfigStore): boolean {
  const address = config.get<string | string[]>('Addresses.Gateway')
  return address == null || address.length === 0
}
