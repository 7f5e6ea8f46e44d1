import { addressNet } from '../config/address-net.ts'
import { getIn, setIn } from '../config/config-path.ts'
import type { Config, Json } from '../config/config.ts'

const KEY = 'Swarm.AddrFilters'

export interface FiltersChange {
  config: Config
  /** those that came or went, as they are written in the configuration; null where it has no list */
  filters: string[] | null
}

/** The nets that nobody is connected to in, each in its one form; they are those of the configuration, and what is kept there and is no net keeps nobody out. */
export function addressFilters (config: Config): string[] {
  return [...new Set((written(config) ?? []).map(addressNet))]
}

/** Puts nets before those that are there, each once (Kubo `core/commands/swarm.go`). @throws as `addressNet` does */
export function addFilters (config: Config, given: readonly string[]): FiltersChange {
  given.forEach(addressNet)
  const filters = [...new Set(given)]
  return { config: setIn(config, KEY, [...new Set([...filters, ...written(config) ?? []])]), filters }
}

/** Takes nets away, however they are written. Kubo drops those that are written otherwise until its next start. @throws as `addressNet` does */
export function removeFilters (config: Config, given: readonly string[]): FiltersChange {
  const unwanted = new Set(given.map(addressNet))
  const goes = (filter: string): boolean => unwanted.has(addressNet(filter))
  const filters = written(config) ?? []
  return { config: setIn(config, KEY, filters.filter((filter) => !goes(filter))), filters: filters.filter(goes) }
}

export function clearFilters (config: Config): FiltersChange {
  return { config: setIn(config, KEY, null), filters: written(config) }
}

/** Beside what is none the others count on: they keep somebody out. */
function written (config: Config): string[] | null {
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
