import { goJson } from '../../go/json/write-json.ts'
import { goQuote } from '../../go/text/quote.ts'
import { formatGoDuration } from '../../go/time/format-duration.ts'
import { durationError, parseGoDuration } from '../../go/time/parse-duration.ts'
import { readInteger, readString } from '../schema/primitives.ts'
import type { CustomSchema } from '../schema/schema.ts'
import type { Json } from '../values/config.ts'
import { parseBytes } from '../values/parse-bytes.ts'

/** Declares an optional type of Kubo's configuration (`config/types.go`), for which null means "not set". */
function optionalSchema (go: string, read: (value: Json) => Json, opaque = true): CustomSchema {
  return { kind: 'custom', go, opaque, zero: null, read: (value) => value === null ? null : read(value) }
}

/** A boolean or the default. */
export const flag = optionalSchema('config.Flag', (value) => {
  if (typeof value !== 'boolean') {
    throw new Error(`failed to unmarshal ${goQuote(goJson(value))} into a flag: must be null/undefined, true, or false`)
  }

  return value
}, false)

/** A positive number, or false for off. */
export const priority = optionalSchema('config.Priority', (value) => {
  if (value === false) {
    return false
  }

  if (value === true) {
    throw new Error("'true' is not a valid priority")
  }

  const number = readInteger(value, 'int64')

  if (number <= 0) {
    throw new Error(`priority must be positive: ${number} <= 0`)
  }

  return number
}, false)

export const optionalInteger = optionalSchema('config.OptionalInteger', (value) => readInteger(value, 'int64'))
export const optionalString = optionalSchema('config.OptionalString', (value) => readString(value))

/** A size in bytes as a number or with a unit; stored as text. */
export const optionalBytes = optionalSchema('config.OptionalBytes', (value) => {
  switch (typeof value) {
    case 'number':
      return checkByteText(value.toFixed(0))
    case 'string':
      return checkByteText(value)
    default:
      throw new Error(
        `unable to parse byte size, expected a size string (e.g., "5GiB") or a number, but got ${goTypeName(value)}`
      )
  }
}, false)

/** Names the Go type of a value that is neither a number nor a text. */
function goTypeName (value: Json): string {
  if (typeof value === 'boolean') {
    return 'bool'
  }

  return Array.isArray(value) ? '[]interface {}' : 'map[string]interface {}'
}

function checkByteText (text: string): string {
  parseBytes(text)
  return text
}

const NO_DURATION = ['null', '', 'default']

/** A duration of Go, stored as Go formats it: `60m` becomes `1h0m0s`. */
export const optionalDuration = optionalSchema('config.OptionalDuration', (value) => {
  const text = goJson(value).replace(/^"+|"+$/g, '')

  if (NO_DURATION.includes(text)) {
    return null
  }

  const ns = parseGoDuration(text)

  if (ns === undefined) {
    throw new Error(durationError(text))
  }

  return formatGoDuration(ns)
})

/** A string, or a list of strings. */
export const strings: CustomSchema = {
  kind: 'custom',
  go: 'config.Strings',
  opaque: false,
  zero: null,

  read (value) {
    if (Array.isArray(value)) {
      const items = value.map((item) => readString(item ?? ''))
      const several = items.length === 1 ? items[0] : items
      return items.length === 0 ? null : several
    }

    return value === null || value === '' ? null : readString(value)
  }
}
