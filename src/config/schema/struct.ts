import type { Field, Schema, StructSchema } from './schema.ts'

/**
 * Declares a section as `name: schema`. A `?` after the name means that an empty field is not written, a `*` that it
 * can be null (Go's `omitempty` and pointers). Example:
 * `structSchema('Ipns', { RecordLifetime: string, 'UsePubsub?': flag })`.
 *
 * @param go - the name of the Go type without its package; empty for an anonymous type
 */
export function structSchema (go: string, fields: Record<string, Schema>): StructSchema {
  const entries = Object.entries(fields).map(([name, schema]): [string, Field] => {
    const omitEmpty = name.includes('?')
    const nullable = name.includes('*')
    const marks = Number(omitEmpty) + Number(nullable)
    return [name.slice(0, name.length - marks), { schema, omitEmpty, nullable }]
  })

  return { kind: 'struct', go: go === '' ? unnamedType(entries) : `config.${go}`, fields: Object.fromEntries(entries) }
}

/** Returns an anonymous type as Go prints it. */
function unnamedType (fields: Array<[string, Field]>): string {
  return `struct { ${fields.map(([name, { schema }]) => `${name} ${schema.go} "json:\\",omitempty\\""`).join('; ')} }`
}
