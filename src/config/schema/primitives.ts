import type { Json } from '../values/config.ts'
import { jsonType, MismatchError } from './schema.ts'
import type { Schema } from './schema.ts'

export const string: Schema = { kind: 'string', go: 'string' }
export const bool: Schema = { kind: 'bool', go: 'bool' }
export const int: Schema = { kind: 'integer', go: 'int' }
export const int64: Schema = { kind: 'integer', go: 'int64' }
export const any: Schema = { kind: 'any', go: 'interface {}' }

export function listSchema (item: Schema): Schema {
  return { kind: 'list', go: `[]${item.go}`, item }
}

export function mapSchema (item: Schema, go = `map[string]${item.go}`): Schema {
  return { kind: 'map', go, item }
}

/** First number that does not fit Go's int64. */
const INT64_LIMIT = 2 ** 63

/**
 * Reads a 64-bit integer.
 *
 * @throws MismatchError for any other value
 */
export function readInteger (value: Json, go: string): number {
  if (typeof value !== 'number') {
    throw new MismatchError(jsonType(value), go)
  }

  if (!Number.isInteger(value) || value < -INT64_LIMIT || value >= INT64_LIMIT || /e/.test(String(value))) {
    throw new MismatchError(`number ${value}`, go)
  }

  return value
}

/**
 * Reads a string.
 *
 * @throws MismatchError for any other value
 */
export function readString (value: Json, go = 'string'): string {
  if (typeof value !== 'string') {
    throw new MismatchError(jsonType(value), go)
  }

  return value
}
