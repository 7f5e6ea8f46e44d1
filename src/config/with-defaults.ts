import { isObject } from './config.ts'
import type { Config, Json } from './config.ts'
import { kuboSchema } from './kubo-schema.ts'
import type { StructSchema } from './schema.ts'

/** A configuration that was read, with the fields that it does not name taken from another. A field that is there stays as it is, empty or not. */
export function withDefaults (config: Config, defaults: Config): Config {
  return fill(config, defaults, kuboSchema)
}

function fill (config: Config, defaults: Config, { fields }: StructSchema): Config {
  const entries = Object.entries(fields).flatMap(([name, { schema }]): Array<[string, Json]> => {
    const own = config[name]
    const other = defaults[name]

    if (schema.kind === 'struct' && isObject(own) && isObject(other)) {
      return [[name, fill(own, other, schema)]]
    }

    const value = own === undefined ? other : own
    return value === undefined ? [] : [[name, value]]
  })

  return Object.fromEntries(entries)
}
