import type { Json } from '../values/config.ts'

/**
 * The type of a value of the configuration. `go` is the name that Kubo's messages give it.
 * Kubo reads its configuration into Go structs, and what those take and refuse is what `config` takes and refuses.
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

/** What a value must be beyond its type, for the code that reads it. */
export interface Rule {
  /**
   * what is wrong with a value of the right type, as words behind its key; undefined where nothing is. Null is never
   * asked about
   */
  check?: (value: Json) => string | undefined
  /** stands in for a value that is stored and cannot be used; without it such a value is left out */
  instead?: Json
}

/** A section with fields of its own; others are dropped. */
export interface StructSchema {
  kind: 'struct'
  go: string
  fields: Readonly<Record<string, Field>>
}

/** A type that reads its JSON itself. */
export interface CustomSchema {
  kind: 'custom'
  go: string
  /** a key below it is "not found" rather than "not a map" */
  opaque: boolean
  /** how the value of nothing is written */
  zero: Json
  /**
   * the value as it is kept; throws an Error with Kubo's words, or a MismatchError where another JSON type was wanted
   */
  read: (value: Json) => Json
}

export interface Field {
  schema: Schema
  /** not written when it is the zero of its type (Go's `omitempty`) */
  omitEmpty: boolean
  /** null and not the zero of its type when nothing is set (a pointer in Go) */
  nullable: boolean
}

/** JSON of another type than wanted; the reader of the whole adds where it stands. */
export class MismatchError extends Error {
  static override name = 'MismatchError'
  override name = 'MismatchError'
  /** what was found, as Go names it, and the name of the Go type that was wanted */
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

/** How Go's encoding/json names the type of a value that does not fit. */
export function jsonType (value: Json): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value === 'boolean' ? 'bool' : typeof value
}
