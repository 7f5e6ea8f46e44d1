import { defineError } from '../../errors/define-error.ts'
import type { Json } from '../values/config.ts'

/**
 * The type of a value of the configuration. `go` is its name in Kubo's messages. Kubo reads its configuration into Go
 * structs, so `config` accepts and refuses the same values as these.
 */
export type Schema =
  & Rule
  & (
    | { kind: 'string' | 'bool'; go: string }
    | { kind: 'integer'; go: string }
    | { kind: 'any'; go: string }
    | { kind: 'list'; go: string; item: Schema }
    | { kind: 'map'; go: string; item: Schema; checkEntry?: (key: string, value: Json) => string | undefined }
    | StructSchema
    | CustomSchema
  )

/** Rules for a value beyond its type, for the code that reads it. */
export interface Rule {
  /**
   * Returns what is wrong with a value of the right type: a clause after its key, or a colon and a sentence. Returns
   * undefined for a valid value. Never called with null.
   */
  check?: (value: Json) => string | undefined
  /** replaces a stored value that cannot be used; without it such a value is left out */
  instead?: Json
}

/** A section with fields; unknown fields are dropped. */
export interface StructSchema {
  kind: 'struct'
  go: string
  fields: Readonly<Record<string, Field>>
}

/** A type that reads its JSON itself. */
export interface CustomSchema {
  kind: 'custom'
  go: string
  /** whether a key below it is "not found" rather than "not a map" */
  opaque: boolean
  /** the written form of a missing value */
  zero: Json
  /**
   * Returns the stored form of a value.
   *
   * @throws an Error with Kubo's message, or a MismatchError for another JSON type
   */
  read: (value: Json) => Json
}

export interface Field {
  schema: Schema
  /** whether the zero value is left out (Go's `omitempty`) */
  omitEmpty: boolean
  /** whether an unset field is null and not the zero value of its type (a pointer in Go) */
  nullable: boolean
}

/** Thrown for JSON of an unexpected type; the reader of the whole document adds the path. */
export class MismatchError extends defineError('MismatchError') {
  /** the type that was found, as Go names it, and the name of the expected Go type */
  readonly found: string
  readonly wanted: string
  /** fields below the value that was read */
  readonly path: string[]

  constructor (found: string, wanted: string, path: string[] = []) {
    super(`json: cannot unmarshal ${found} into Go value of type ${wanted}`)
    this.found = found
    this.wanted = wanted
    this.path = path
  }
}

/** Returns the name that Go's encoding/json gives the type of a value. */
export function jsonType (value: Json): string {
  if (Array.isArray(value)) {
    return 'array'
  }

  if (value === null) {
    return 'null'
  }

  return typeof value === 'boolean' ? 'bool' : typeof value
}

/**
 * Returns the field of a section that a key names, case-insensitively as in Go's encoding/json; undefined if there is
 * none.
 */
export function fieldName ({ fields }: StructSchema, key: string): string | undefined {
  return Object.hasOwn(fields, key) ? key : Object.keys(fields).find((name) => name.toLowerCase() === key.toLowerCase())
}

/**
 * Adds a rule to a type.
 *
 * @param check - returns what is wrong with a value, as a clause after its key, or undefined
 */
export function checkedSchema<S extends Schema> (schema: S, check: NonNullable<Schema['check']>): S {
  return { ...schema, check }
}
