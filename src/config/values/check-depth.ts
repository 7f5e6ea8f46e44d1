import type { Json } from './config.ts'

/** Maximum nesting of objects and lists: all code that walks a configuration supports it, and none needs it. */
const MAX_DEPTH = 500

/**
 * Checks the nesting of a value.
 *
 * @throws an Error if it is too deep
 */
export function checkDepth (value: Json): void {
  let level: Json[] = [value]

  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) {
      throw new Error('it is nested too deeply')
    }

    level = level.flatMap((value) => typeof value === 'object' && value !== null ? Object.values(value) : [])
  }
}
