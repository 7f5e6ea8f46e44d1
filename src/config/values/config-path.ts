import { isObject } from './config.ts'
import type { Config, Json } from './config.ts'

/** The value at a dotted path; undefined where there is none. */
export function getIn (config: Config, path: string): Json | undefined {
  let value: Json | undefined = config

  for (const part of path.split('.')) {
    value = isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined
  }

  return value
}

/** A copy with the value at a dotted path set; missing objects on the way are made. */
export function setIn (config: Config, path: string, value: Json): Config {
  const [first, ...rest] = path.split('.')

  if (rest.length === 0) {
    return { ...config, [first]: value }
  }

  const below = config[first]
  return { ...config, [first]: setIn(isObject(below) ? below : {}, rest.join('.'), value) }
}
