import { readValue } from '../schema/read-value.ts'
import { fieldName } from '../schema/schema.ts'
import type { Schema } from '../schema/schema.ts'
import { isObject } from '../values/config.ts'
import type { Config, Json } from '../values/config.ts'
import { kuboSchema } from './kubo-schema.ts'

/** A value of the configuration that cannot be used. */
export interface ConfigProblem {
  /** dotted key; empty for the configuration as a whole */
  key: string
  /** the problem, in words for a person, with the key */
  message: string
  /** whether the value has the wrong type; the message is Go's then */
  type: boolean
}

/** The configuration that the node uses. */
export interface UsableConfig {
  /** every value has its type and follows its rules; null, which means "not set", is left out */
  config: Config
  /** values that were left out or replaced because they cannot be used */
  problems: readonly ConfigProblem[]
}

const known = new WeakMap<Config, UsableConfig>()

/**
 * Returns the usable part of a stored configuration. An invalid value is ignored, as if it were not set, and listed;
 * its neighbours still count. Names of fields are case-insensitive, as in Kubo's file.
 */
export function usableConfig (config: Config): UsableConfig {
  // Configurations are immutable, so each object is checked once.
  const usable = known.get(config) ?? readUsable(config)
  known.set(config, usable)
  return usable
}

function readUsable (config: Config): UsableConfig {
  const problems: ConfigProblem[] = []
  const usable = usableValue(config, kuboSchema, [], problems) as Config
  return { config: usable, problems }
}

/** Returns the usable part of a value; undefined if there is none. */
function usableValue (value: Json, schema: Schema, path: string[], problems: ConfigProblem[]): Json | undefined {
  // Go's encoding/json leaves a value unchanged if it reads null.
  if (value === null) {
    return undefined
  }

  const error = typeError(value, schema, path)

  if (error != null) {
    problems.push({ key: path.join('.'), message: error, type: true })
    return schema.instead
  }

  const usable = usableInner(value, schema, path, problems)
  return usable === null ? undefined : checkedValue(usable, schema.check?.(usable), schema, path, problems)
}

function checkedValue (
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
  problems.push({ key, message: `${key}${wrong.startsWith(':') ? '' : ' '}${wrong}`, type: false })
  return instead
}

/** Returns Go's message for a value of the wrong type; for a section or a map only whether it is one. */
function typeError (value: Json, schema: Schema, path: string[]): string | undefined {
  try {
    const alone: Json = (schema.kind === 'struct' || schema.kind === 'map') && isObject(value) ? {} : value
    // Alone at its path in the whole configuration, because Go's message contains the path.
    readValue(path.reduceRight<Json>((below, name) => ({ [name]: below }), alone), kuboSchema)
    return undefined
  } catch (err) {
    return (err as Error).message
  }
}

function usableInner (value: Json, schema: Schema, path: string[], problems: ConfigProblem[]): Json {
  switch (schema.kind) {
    case 'struct':
      return usableEntries(
        value,
        (key) => fieldName(schema, key),
        (name, item) => usableValue(item, schema.fields[name].schema, [...path, name], problems)
      )

    case 'map':
      return usableEntries(value, (key) => key, (key, item) => {
        const usable = item === null ? schema.item.instead : usableValue(item, schema.item, [...path, key], problems)
        return usable === undefined
          ? undefined
          : checkedValue(usable, schema.checkEntry?.(key, usable), schema.item, [...path, key], problems)
      })

    case 'list':
      return (value as Json[]).map((item) => item ?? (schema.item.kind === 'string' ? '' : null))

    default:
      return readValue(value, schema)
  }
}

function usableEntries (
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
