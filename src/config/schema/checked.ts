import type { Schema } from './schema.ts'

/**
 * Adds a rule to a type.
 *
 * @param check - returns what is wrong with a value, as a clause after its key, or undefined
 */
export function checked<S extends Schema> (schema: S, check: NonNullable<Schema['check']>): S {
  return { ...schema, check }
}
