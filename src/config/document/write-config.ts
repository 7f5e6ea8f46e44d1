import type { Field, Schema, StructSchema } from '../schema/schema.ts'
import { isObject } from '../values/config.ts'
import type { Config, Json } from '../values/config.ts'
import { kuboSchema } from './kubo-schema.ts'

/**
 * Writes a complete configuration as Kubo does: missing fields as the zero value of their type, empty `omitempty`
 * fields left out. A field that can be null (a pointer in Go) is empty only if it is null: 0 and "" are values.
 */
export function writeConfig (config: Config): Config {
  return writeStruct(config, kuboSchema)
}

function writeStruct (value: Config, { fields }: StructSchema): Config {
  const entries = Object.entries(fields).flatMap(([name, field]): Array<[string, Json]> => {
    const written = writeField(value[name] ?? null, field)
    return field.omitEmpty && isEmpty(written, field) ? [] : [[name, written]]
  })

  return Object.fromEntries(entries)
}

function writeField (value: Json, { schema, nullable }: Field): Json {
  return value === null && nullable ? null : writeBySchema(value, schema)
}

function writeBySchema (value: Json, schema: Schema): Json {
  switch (schema.kind) {
    case 'string':
      return value ?? ''
    case 'bool':
      return value ?? false
    case 'integer':
      return value ?? 0
    case 'any':
      return value
    case 'custom':
      return value ?? schema.zero
    case 'list':
      return Array.isArray(value) ? value.map((item) => writeBySchema(item, schema.item)) : null
    case 'map':
      return isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, writeBySchema(item, schema.item)]))
        : null
    case 'struct':
      return writeStruct(isObject(value) ? value : {}, schema)
  }
}

/** Returns whether `omitempty` leaves a value out. A section is never empty. */
function isEmpty (value: Json, { schema, nullable }: Field): boolean {
  if (value === null || nullable) {
    return value === null
  }

  return value === '' || value === 0 ||
    (value === false && (schema.kind === 'bool' || (schema.kind === 'custom' && schema.zero === false))) ||
    ((schema.kind === 'list' || schema.kind === 'map') && Object.keys(value).length === 0)
}
