import type { Schema } from './schema.ts'

/** The same type with a rule: `check` says what is wrong with a value, as words behind its key, or undefined. */
export function checked<S extends Schema> (schema: S, check: NonNullable<Schema['check']>): S {
  return { ...schema, check }
}
