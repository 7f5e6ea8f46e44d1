import type { StructSchema } from './schema.ts'

/**
 * The field of a section that a key names: in any case, as Go's encoding/json has it; undefined where there is none.
 */
export function fieldName ({ fields }: StructSchema, key: string): string | undefined {
  return Object.hasOwn(fields, key) ? key : Object.keys(fields).find((name) => name.toLowerCase() === key.toLowerCase())
}
