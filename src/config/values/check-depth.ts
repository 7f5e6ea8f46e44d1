import type { Json } from './config.ts'

/** Objects and lists within each other: everything that walks a configuration can go so deep, and none needs it. */
const MAX_DEPTH = 500

/** @throws an Error for a value that is nested too deeply for those who walk it */
export function checkDepth (value: Json): void {
  let level: Json[] = [value]

  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) {
      throw new Error('it is nested too deeply')
    }

    level = level.flatMap((value) => typeof value === 'object' && value !== null ? Object.values(value) : [])
  }
}
