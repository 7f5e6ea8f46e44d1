import { isObject } from './config.ts'
import type { Config, Json } from './config.ts'

/**
 * A value that further keys are looked up in.
 *
 * @param parts - the whole key
 * @param i - how many parts of it lead to the value
 * @throws an Error with Kubo's words when it is no object
 */
export function section (value: Json, parts: string[], i: number): Config {
  if (!isObject(value)) {
    throw new Error(`${parts.slice(0, i).join('.')} key is not a map`)
  }

  return value
}
