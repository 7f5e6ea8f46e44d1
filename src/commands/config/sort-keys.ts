import type { Json } from '../../config/values/config.ts'

/** Returns the value with sorted object keys, as Go writes maps. */
export function sortKeys (value: Json): Json {
  if (Array.isArray(value)) {
    return value.map(sortKeys)
  }

  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1).map(([key, item]) => [key, sortKeys(item)])
    )
  }

  return value
}
