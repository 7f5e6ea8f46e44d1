import { parseXmlFields } from './xml-type.ts'
import type { XmlField } from './xml-type.ts'

/** A field of an answer: its name, its Go type (for the text and XML forms) and whether it is left out when empty. */
export interface OutputField {
  name: string
  type: string
  omitEmpty: boolean
}

/** The fields of a command's answer, in the order of the wire. */
export interface OutputShape {
  /** name of the Go type, and the element name in XML */
  name: string
  fields: readonly OutputField[]
  /** The fields of the Go struct, if XML has other fields or another order than JSON, with their names in JSON. */
  xmlFields?: readonly XmlField[]
}

/**
 * Declares the shape of an answer, for example `shape('AddEvent', 'Name:string Hash?:string Bytes?:int64')`. `?` marks
 * a field that is omitted when empty (Go's `omitempty`): undefined, '', 0, false, an empty list or map.
 *
 * @param xml - the fields of the Go struct for XML, if they differ from those of JSON or are structs themselves; see
 *   `parseXmlFields`
 */
export function outputShape (name: string, text: string, xml?: string): OutputShape {
  return { name, fields: parseFields(text), ...xml == null ? {} : { xmlFields: parseXmlFields(xml) } }
}

/** Parses fields in the syntax of `outputShape`. */
export function parseFields (text: string): OutputField[] {
  return text.split(' ').filter((field) => field !== '').map((field) => {
    const [left, type = 'object'] = field.split(':')
    return { name: left.replace('?', ''), type, omitEmpty: left.endsWith('?') }
  })
}

/**
 * Orders a value's members as on the wire, and omits empty ones that may be omitted. Returns values other than plain
 * objects unchanged.
 */
export function applyShape (value: unknown, output: OutputShape | undefined): unknown {
  if (output == null || value === null || typeof value !== 'object' || Array.isArray(value)) {
    return value
  }

  const members = value as Record<string, unknown>
  const ordered: Record<string, unknown> = {}

  for (const { name, omitEmpty } of output.fields) {
    const member = members[name]

    if (omitEmpty && isEmpty(member)) {
      continue
    }

    ordered[name] = member === undefined ? null : member
  }

  return ordered
}

function isEmpty (value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === 0 || value === 0n || value === false) {
    return true
  }

  if (typeof value === 'object') {
    return Object.keys(value).length === 0
  }

  return false
}
