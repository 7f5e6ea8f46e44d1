import type { StructSchema } from './schema.ts'

/**
 * Returns the field of a section that a key names, case-insensitively as in Go's encoding/json; undefined if there is
 * none.
 */
export function fieldName ({ fields }: StructSchema, key: string): string | undefined {
  return Object.hasOwn(fields, key) ? key : Object.keys(fields).find((name) => name.toLowerCase() === key.toLowerCase())
}
