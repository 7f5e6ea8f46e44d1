import { addressNet } from '../../config/document/address-net.ts'
import { getIn, setIn } from '../../config/values/config.ts'
import type { Config, Json } from '../../config/values/config.ts'

const KEY = 'Swarm.AddrFilters'

export interface FiltersChange {
  config: Config
  /** The added or removed entries, as written in the configuration; null if it has no list. */
  filters: string[] | null
}

/** Returns the blocked networks in canonical form. Ignores malformed entries of the configuration. */
export function addressFilters (config: Config): string[] {
  return [...new Set((configuredFilters(config) ?? []).map(addressNet))]
}

/**
 * Prepends networks to the list, without duplicates (Kubo `core/commands/swarm.go`).
 *
 * @throws errors of `addressNet`
 */
export function addFilters (config: Config, given: readonly string[]): FiltersChange {
  given.forEach(addressNet)
  const filters = [...new Set(given)]
  return { config: setIn(config, KEY, [...new Set([...filters, ...configuredFilters(config) ?? []])]), filters }
}

/**
 * Removes networks, in any notation. Kubo keeps entries with another notation until its next start.
 *
 * @throws errors of `addressNet`
 */
export function removeFilters (config: Config, given: readonly string[]): FiltersChange {
  const unwanted = new Set(given.map(addressNet))
  const goes = (filter: string): boolean => unwanted.has(addressNet(filter))
  const filters = configuredFilters(config) ?? []
  return { config: setIn(config, KEY, filters.filter((filter) => !goes(filter))), filters: filters.filter(goes) }
}

export function clearFilters (config: Config): FiltersChange {
  return { config: setIn(config, KEY, null), filters: configuredFilters(config) }
}

/** Returns the configured list without malformed entries, because the others must still block. */
function configuredFilters (config: Config): string[] | null {
  const kept = getIn(config, KEY)
  return Array.isArray(kept) ? kept.filter(isNet) : null
}

function isNet (filter: Json): filter is string {
  try {
    addressNet(filter as string)
    return true
  } catch {
    return false
  }
}
