import type { ConfigStore } from '../config/config-store.ts'

/** Relays to keep a place at, so that others reach this node through them; undefined where none is wanted. Empty: those that are met. */
export function staticRelays (config: Pick<ConfigStore, 'get'>): string[] | undefined {
  return config.get<boolean | null>('Swarm.RelayClient.Enabled') === false ? undefined : config.get<string[] | null>('Swarm.RelayClient.StaticRelays') ?? []
}
