import type { Json } from '../../config/config.ts'

/** The same value with the members of all objects in the order of their names, as Go writes a map. */
export function sorted (value: Json): Json {
  if (Array.isArray(value)) {
    return value.map(sorted)
  }

  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1).map(([key, item]) => [key, sorted(item)]))
  }

  return value
}
