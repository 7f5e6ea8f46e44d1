import type { Schema } from '../schema/schema.ts'
import { kuboSchema } from './kubo-schema.ts'

/**
 * Checks that the configuration has a place for a dotted key (Kubo `config.CheckKey`). Names of fields are
 * case-sensitive. Below a map every name is valid, and below a value of any type every path.
 *
 * @throws an Error with Kubo's message
 */
export function checkKey (key: string): void {
  const parts = key.split('.')
  let schema: Schema = kuboSchema

  for (const [i, part] of parts.entries()) {
    const next = schemaBelow(schema, part)

    if (next === 'any') {
      return
    }

    if (next === 'not found') {
      throw new Error(`${parts.slice(0, i + 1).join('.')} not found`)
    }

    if (next === 'not a map') {
      throw new Error(`${parts.slice(0, i).join('.')} key is not a map`)
    }

    schema = next
  }
}

function schemaBelow (schema: Schema, part: string): Schema | 'any' | 'not found' | 'not a map' {
  switch (schema.kind) {
    case 'any':
      return 'any'
    case 'map':
      return schema.item
    case 'struct':
      return Object.hasOwn(schema.fields, part) ? schema.fields[part].schema : 'not found'
    case 'custom':
      return schema.opaque ? 'not found' : 'not a map'
    default:
      return 'not a map'
  }
}
