/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** A configuration in Kubo's format. */
export type Config = { [key: string]: Json }

/** Returns whether a value is a JSON object, neither null nor a list. */
export function isObject (value: Json | undefined): value is Config {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
