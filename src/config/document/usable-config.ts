import { fieldName } from '../schema/field-name.ts'
import { readValue } from '../schema/read-value.ts'
import type { Schema } from '../schema/schema.ts'
import type { ConfigProblem } from '../values/config-problem.ts'
import { isObject } from '../values/config.ts'
import type { Config, Json } from '../values/config.ts'
import { kuboSchema } from './kubo-schema.ts'

/** A configuration as the node goes by it. */
export interface UsableConfig {
  /** every value has its type and keeps its rules; null, which is "not set", is left out */
  config: Config
  /** what was left out, or replaced, because it cannot be used */
  problems: readonly ConfigProblem[]
}

const known = new WeakMap<Config, UsableConfig>()

/**
 * What of a stored configuration can be used, whatever is in it: a bad value is ignored as if it were not set, and
 * named. Its neighbours count on. Names of fields may be in any case, as in Kubo's file.
 */
export function usableConfig (config: Config): UsableConfig {
  // another configuration is another object, so each is looked at once
  const usable = known.get(config) ?? read(config)
  known.set(config, usable)
  return usable
}

function read (config: Config): UsableConfig {
  const problems: ConfigProblem[] = []
  const usable = part(config, kuboSchema, [], problems) as Config
  return { config: usable, problems }
}

/** The usable part of a value; undefined where there is none. */
function part (value: Json, schema: Schema, path: string[], problems: ConfigProblem[]): Json | undefined {
  // Go leaves a value as it was where it finds null
  if (value === null) {
    return undefined
  }

  const error = typeError(value, schema, path)

  if (error != null) {
    problems.push({ key: path.join('.'), message: error, type: true })
    return schema.instead
  }

  const usable = inner(value, schema, path, problems)
  return usable === null ? undefined : checked(usable, schema.check?.(usable), schema, path, problems)
}

function checked (
  usable: Json,
  wrong: string | undefined,
  { instead }: Schema,
  path: string[],
  problems: ConfigProblem[]
): Json | undefined {
  if (wrong == null) {
    return usable
  }

  const key = path.join('.')
  problems.push({ key, message: `${key} ${wrong}`, type: false })
  return instead
}

/** The words of Go for a value that does not fit; of a section or a map only whether it is one. */
function typeError (value: Json, schema: Schema, path: string[]): string | undefined {
  try {
    const alone: Json = (schema.kind === 'struct' || schema.kind === 'map') && isObject(value) ? {} : value
    // alone at its place in the whole, for Go names the way to it
    readValue(path.reduceRight<Json>((below, name) => ({ [name]: below }), alone), kuboSchema)
    return undefined
  } catch (err) {
    return (err as Error).message
  }
}

function inner (value: Json, schema: Schema, path: string[], problems: ConfigProblem[]): Json {
  switch (schema.kind) {
    case 'struct':
      return entries(
        value,
        (key) => fieldName(schema, key),
        (name, item) => part(item, schema.fields[name].schema, [...path, name], problems)
      )

    case 'map':
      return entries(value, (key) => key, (key, item) => {
        const usable = item === null ? schema.item.instead : part(item, schema.item, [...path, key], problems)
        return usable === undefined
          ? undefined
          : checked(usable, schema.checkEntry?.(key, usable), schema.item, [...path, key], problems)
      })

    case 'list':
      return (value as Json[]).map((item) => item ?? (schema.item.kind === 'string' ? '' : null))

    default:
      return readValue(value, schema)
  }
}

function entries (
  value: Json,
  nameOf: (key: string) => string | undefined,
  usableOf: (name: string, item: Json) => Json | undefined
): Config {
  const usable = Object.entries(value as Config).flatMap(([key, item]): Array<[string, Json]> => {
    const name = nameOf(key)
    const found = name == null ? undefined : usableOf(name, item)
    return found === undefined ? [] : [[name as string, found]]
  })

  return Object.fromEntries(usable)
}
