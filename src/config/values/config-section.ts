import { isObject } from './config.ts'
import type { Config, Json } from './config.ts'

/**
 * Returns a value as a section in which further keys are looked up.
 *
 * @param parts - the whole key
 * @param i - number of parts that lead to the value
 * @throws an Error with Kubo's message if it is not an object
 */
export function configSection (value: Json, parts: string[], i: number): Config {
  if (!isObject(value)) {
    throw new Error(`${parts.slice(0, i).join('.')} key is not a map`)
  }

  return value
}
