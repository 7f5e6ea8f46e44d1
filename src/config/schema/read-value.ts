import { defineError, isError } from '../../errors/define-error.ts'
import { isObject } from '../values/config.ts'
import type { Config, Json } from '../values/config.ts'
import { readInteger, readString } from './primitives.ts'
import { fieldName, jsonType, MismatchError } from './schema.ts'
import type { Schema, StructSchema } from './schema.ts'

/**
 * Reads a value as Go's encoding/json reads it into a type: types are checked, names of fields are case-insensitive,
 * unknown fields are dropped.
 *
 * @throws an Error with the message of Go or of Kubo's own types
 */
export function readValue (value: Json, schema: Schema): Json {
  try {
    return readBySchema(value, schema)
  } catch (err) {
    throw isError(err, Mismatch) ? new Error((err as Mismatch).text()) : err
  }
}

/** A MismatchError on its way up: knows its section and collects the path. */
class Mismatch extends defineError('Mismatch') {
  readonly #wrong: MismatchError
  struct: string | undefined
  path: string[]

  constructor (wrong: MismatchError) {
    super(wrong.message)
    this.#wrong = wrong
    this.path = wrong.path
  }

  /**
   * Returns Go's message, which names the innermost section and then the whole path, without keys of maps and positions
   * in lists.
   */
  text (): string {
    const { found, wanted } = this.#wrong
    return this.struct == null
      ? this.message
      : `json: cannot unmarshal ${found} into Go struct field ${this.struct}.${this.path.join('.')} of type ${wanted}`
  }
}

/** Reads a part for a type that reads itself. An error is reported as one of the section around it. */
export function readPart (value: Json, schema: Schema): Json {
  try {
    return readBySchema(value, schema)
  } catch (err) {
    if (isError(err, Mismatch)) {
      ;(err as Mismatch).struct = undefined
    }

    throw err
  }
}

function readBySchema (value: Json, schema: Schema): Json {
  // Null leaves a Go value unchanged.
  if (value === null && schema.kind !== 'custom') {
    return null
  }

  switch (schema.kind) {
    case 'any':
      return value
    case 'string':
      return readString(value, schema.go)
    case 'integer':
      return readInteger(value, schema.go)
    case 'custom':
      return schema.read(value)
    case 'bool':
      return typeof value === 'boolean' ? value : throwMismatch(value, schema)
    case 'list':
      return Array.isArray(value) ? value.map((item) => readBySchema(item, schema.item)) : throwMismatch(value, schema)
    case 'map':
      return isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, readBySchema(item, schema.item)]))
        : throwMismatch(value, schema)
    case 'struct':
      return isObject(value) ? readStruct(value, schema) : throwMismatch(value, schema)
  }
}

function readStruct (value: Config, schema: StructSchema): Json {
  const result: Config = {}

  for (const [key, item] of Object.entries(value)) {
    const name = fieldName(schema, key)

    if (name != null) {
      result[name] = withFieldPath(schema, name, () => readBySchema(item, schema.fields[name].schema))
    }
  }

  return result
}

function withFieldPath<T> (schema: StructSchema, field: string, step: () => T): T {
  try {
    return step()
  } catch (err) {
    const found = isError(err, MismatchError) ? new Mismatch(err as MismatchError) : err as Error

    if (isError(found, Mismatch)) {
      const mismatch = found as Mismatch
      mismatch.struct ??= schema.go.startsWith('struct ') ? '' : schema.go.slice('config.'.length)
      mismatch.path = [field, ...mismatch.path]
    }

    throw found
  }
}

function throwMismatch (value: Json, schema: Schema): never {
  throw new MismatchError(jsonType(value), schema.go)
}
