import type { Field, Schema, StructSchema } from './schema.ts'

/**
 * Declares a section: `name: schema`, with `?` behind the name for a field that is not written when empty and `*` for
 * one that can be null (Go's `omitempty` and pointers), as in `struct('Ipns', { RecordLifetime: string, 'UsePubsub?':
 * flag })`.
 *
 * @param go - the name of the Go type without its package; empty for one without a name
 */
export function struct (go: string, fields: Record<string, Schema>): StructSchema {
  const entries = Object.entries(fields).map(([name, schema]): [string, Field] => {
    const omitEmpty = name.includes('?')
    return [name.replace(/[?*]/g, ''), { schema, omitEmpty, nullable: name.includes('*') }]
  })

  return { kind: 'struct', go: go === '' ? unnamed(entries) : `config.${go}`, fields: Object.fromEntries(entries) }
}

/** Go writes out a type that has no name. */
function unnamed (fields: Array<[string, Field]>): string {
  return `struct { ${fields.map(([name, { schema }]) => `${name} ${schema.go} "json:\\",omitempty\\""`).join('; ')} }`
}
