/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** A configuration of Kubo's shape. */
export type Config = { [key: string]: Json }

/** Whether a value is a JSON object, neither null nor a list. */
export function isObject (value: Json | undefined): value is Config {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
