/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** A configuration in Kubo's format. */
export type Config = { [key: string]: Json }

/** Returns whether a value is a JSON object, neither null nor a list. */
export function isObject (value: Json | undefined): value is Config {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value at a dotted path; undefined if there is none. */
export function getIn (config: Config, path: string): Json | undefined {
  let value: Json | undefined = config

  for (const part of path.split('.')) {
    value = isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined
  }

  return value
}

/** Returns a copy with the value at a dotted path set. Missing objects on the path are created. */
export function setIn (config: Config, path: string, value: Json): Config {
  const [first, ...rest] = path.split('.')

  if (rest.length === 0) {
    return { ...config, [first]: value }
  }

  const below = config[first]
  return { ...config, [first]: setIn(isObject(below) ? below : {}, rest.join('.'), value) }
}
