import { fieldName } from '../schema/schema.ts'
import type { Schema } from '../schema/schema.ts'
import { isObject } from '../values/config.ts'
import type { Config, Json } from '../values/config.ts'
import { kuboSchema } from './kubo-schema.ts'
import { usableConfig } from './usable-config.ts'
import { writeConfig } from './write-config.ts'

/**
 * Writes a changed configuration as Kubo stores it (`fsrepo.SetConfig`): every section is complete, with zero values
 * for unset fields. Unknown sections of the stored configuration are kept. So are explicit zero values (0, "", null,
 * empty lists) of the document, which differ from a missing key: `Gateway.PublicGateways.localhost` of null turns the
 * gateway of that host off.
 *
 * @param before - the stored configuration
 * @param next - the configuration after the change
 * @param document - the document that a person wrote: explicit zero values in it are kept, if the change does not alter
 *   them
 */
export function writtenConfig (before: Config, next: Config, document: Config): Config {
  return withExplicitZeros({ ...before, ...writeConfig(usableConfig(next).config) }, next, document, kuboSchema)
}

function withExplicitZeros (written: Config, next: Config, document: Config, schema: Schema): Config {
  const result = { ...written }

  for (const [key, value] of Object.entries(document)) {
    const name = schema.kind === 'struct' ? fieldName(schema, key) ?? key : key
    const [kept, changed] = [written[name], next[key]]
    const inner = schemaBelow(schema, name)

    if (isObject(kept) && isObject(changed) && isObject(value) && inner != null) {
      result[name] = withExplicitZeros(kept, changed, value, inner)
    } else if (!Object.hasOwn(written, name) && isZero(value) && JSON.stringify(value) === JSON.stringify(changed)) {
      result[name] = value
    }
  }

  return result
}

function schemaBelow (schema: Schema, name: string): Schema | undefined {
  switch (schema.kind) {
    case 'struct':
      return Object.hasOwn(schema.fields, name) ? schema.fields[name].schema : undefined
    case 'map':
      return schema.item
    default:
      return undefined
  }
}

function isZero (value: Json): boolean {
  return value === null || value === '' || value === 0 || value === false ||
    (typeof value === 'object' && Object.keys(value).length === 0)
}
